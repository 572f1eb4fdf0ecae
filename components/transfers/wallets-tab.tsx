import { ArrowRightLeft, Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { LiveMark } from '#components/desk/live-mark.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { Button } from '#components/ui/button.tsx'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import { TransferHistory } from './transfer-history.tsx'
import { useWallets } from './use-wallets.ts'
import { WaitingTransfers } from './waiting-transfers.tsx'
import { WalletTable } from './wallet-table.tsx'

export default function WalletsTab() {
  const t = useTranslations('AdminWallets')
  const { query, status, refresh } = useWallets()
  const [isMoving, setMoving] = useState(false)
  useLoadToast(query)
  return (
    <>
      <TabHead title={t('title')} note={<LiveMark status={status} />}>
        <Button onClick={() => void downloadCsv('GET /admin/wallets.csv', {}, 'ngoma-wallets')}>
          <Download aria-hidden="true" className="size-4" /> {t('csv')}
        </Button>
        <Button tone="money" disabled={!query.data} onClick={() => setMoving(true)}>
          <ArrowRightLeft aria-hidden="true" className="size-4" /> {t('transfer')}
        </Button>
      </TabHead>
      <TabState query={query} failed={t('failed')}>
        {(list) => (
          <div className="mt-3 grid grid-cols-1 gap-8">
            <WaitingTransfers onDecided={refresh} />
            <WalletTable wallets={list.results} />
            <TransferHistory />
            {isMoving ? (
              <TransferDialog list={list} onMoved={refresh} onClose={() => setMoving(false)} />
            ) : null}
          </div>
        )}
      </TabState>
    </>
  )
}
