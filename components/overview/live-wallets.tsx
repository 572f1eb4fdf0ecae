'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { LiveMark } from '#components/desk/live-mark.tsx'
import { Panel } from '#components/desk/panel.tsx'
import { Balance } from '#components/transfers/balance.tsx'
import { useSystemWallets } from '#lib/client/wallets/wallet-sockets.ts'
import type { SystemOverview } from '#lib/contract/overview/calls.ts'
import { overviewKey } from './use-overview.ts'

/** What the system's own wallets hold, as it changes. */
export function LiveWallets({ overview }: { overview: SystemOverview }) {
  const t = useTranslations('AdminOverview')
  const client = useQueryClient()
  const id = useId()
  const { wallets, status } = useSystemWallets(() => void client.invalidateQueries({ queryKey: overviewKey }))
  const shown =
    wallets ??
    Object.entries(overview.system_wallet_balances).map(([wallet_type, known]) => ({ wallet_type, ...known }))
  return (
    <Panel title={t('wallets')} titleId={id} aside={<LiveMark status={status} />}>
      <ul aria-labelledby={id}>
        {shown.map((wallet) => (
          <li key={wallet.wallet_type}>
            <DeskLink
              href="?tab=wallets"
              className="flex items-center justify-between gap-3 rounded-xl px-2 py-1.5"
            >
              <span>{wallet.display_name}</span>
              <Balance shillings={wallet.balance} wallet={wallet.wallet_type} />
            </DeskLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
