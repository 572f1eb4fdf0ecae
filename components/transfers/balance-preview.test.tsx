import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { WalletItem } from '#lib/contract/transfers/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { BalancePreview } from './balance-preview.tsx'

test('an amount of millions with cents may go on two lines on a phone, KES above its number', () => {
  const wallet = { id: 1, wallet_type_display: 'Revenue', amount: 12_345_678.9 } as WalletItem
  const html = renderToStaticMarkup(
    <InLanguage>
      <BalancePreview source={wallet} destination={{ ...wallet, id: 2 }} amount={1_000_000.45} />
    </InLanguage>,
  )
  expect([...html.matchAll(/KES.[\d,.]+/g)].map(([amount]) => amount)).toEqual([
    'KES 12,345,678.90',
    'KES 11,345,678.45',
    'KES 12,345,678.90',
    'KES 13,345,679.35',
  ])
})
