import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { Totals } from './record-list.tsx'

function shown(given: Parameters<typeof Totals>[0]): string {
  const html = renderToStaticMarkup(
    <InLanguage language="en">
      <Totals {...given} />
    </InLanguage>,
  )
  return html.replaceAll('\u00a0', ' ').replaceAll(/<[^>]+>/g, '|')
}

test('totals show what counted or was paid apart from the rest', () => {
  const totals = { incoming: 100, outgoing: 0, others: 250, votes: 2 }
  expect(shown({ section: 'gifts', totals })).toMatch(
    /Credited\|+KES 100\|+All other states\|+KES 250\|+Votes\|+2/,
  )
  expect(shown({ section: 'withdrawals', totals })).toMatch(/Paid\|+KES 100/)
  const wallet = shown({ section: 'wallet', totals: { ...totals, others: 0 } })
  expect(wallet).toMatch(/In\|+KES 100\|+Out\|+KES 0/)
  expect(wallet).not.toContain('other')
})
