import { ArrowRightLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { CsvButton, HeadAction } from '#components/desk/head-action.tsx'
import { LiveMark } from '#components/desk/live-mark.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
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
        <CsvButton
          words={t('csv')}
          onDownload={() => downloadCsv('GET /admin/wallets.csv', {}, 'ngoma-wallets')}
        />
        <HeadAction
          tone="money"
          icon={<ArrowRightLeft aria-hidden="true" className="size-4" />}
          disabled={!query.data}
          onClick={() => setMoving(true)}
        >
          {t('transfer')}
        </HeadAction>
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
