import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { Fold } from '#components/desk/fold.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { downloadFile } from '#lib/client/http/downloads.ts'
import type { MonthReport } from '#lib/contract/accounting/calls.ts'
import { ReportTable } from './report-table.tsx'

/** The report's files list all payouts. */
const PAYOUTS_SHOWN = 50

export function MonthReportView({ month }: { month: string }) {
  const t = useTranslations('Accounting')
  const query = useQuery(apiQuery('GET /admin/month-reports/{month}/', { path: { month } }))
  const path = { path: { month } }
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          onClick={() =>
            void downloadFile(
              'GET /admin/month-reports/{month}/report.pdf',
              path,
              `ngoma-report-${month}.pdf`,
              'application/pdf',
            )
          }
        >
          <Download aria-hidden="true" className="size-4" /> {t('pdf')}
        </Button>
        <Button
          onClick={() =>
            void downloadFile(
              'GET /admin/month-reports/{month}/report.csv',
              path,
              `ngoma-report-${month}.csv`,
              'text/csv;charset=utf-8',
            )
          }
        >
          <Download aria-hidden="true" className="size-4" /> {t('csv')}
        </Button>
      </div>
      <TabState query={query} failed={t('reportFailed')} skeleton="h-dvh">
        {(report) => <Report report={report} />}
      </TabState>
    </>
  )
}

function Report({ report }: { report: MonthReport }) {
  const t = useTranslations('Accounting')
  const formats = useFormats()
  const { shares, prizes, royalties, taxes } = report
  const listed = (rows: readonly (readonly [string, number])[]) => ({
    heads: [t('columns.kind'), t('columns.amount')],
    rows: rows.map(([name, value]) => ({ id: name, cells: [name, value] })),
  })
  return (
    <div className="mt-4 grid grid-cols-1 gap-6">
      <p className="figures text-sm text-soft">
        {t('closed', { closed: formats.moment(report.closed_at), made: formats.moment(report.made_at) })}
      </p>
      <ReportTable
        title={t('accounts')}
        heads={[
          t('columns.account'),
          t('columns.opening'),
          t('columns.debit'),
          t('columns.credit'),
          t('columns.closing'),
        ]}
        rows={report.accounts.map((one) => ({
          id: one.kind,
          cells: [one.name, one.opening, one.debit, one.credit, one.closing],
        }))}
      />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <ReportTable
          title={t('income')}
          {...listed(report.income.map(({ name, amount }) => [name, amount]))}
          empty={t('nothing')}
        />
        <ReportTable
          title={t('shares')}
          {...listed([
            [t('dancers'), shares.dancers],
            [t('musicians'), shares.musicians],
            [t('platform'), shares.platform],
          ])}
        />
        <ReportTable
          title={t('prizesAndRoyalties')}
          heads={[t('columns.kind'), t('columns.gross'), t('columns.tax'), t('columns.net')]}
          rows={[
            { id: 'prizes', cells: [t('prizes'), prizes.gross, prizes.tax, prizes.net] },
            { id: 'royalties', cells: [t('royalties'), royalties.gross, royalties.tax, royalties.net] },
          ]}
        />
        <ReportTable
          title={t('chargesAndTaxes')}
          {...listed([
            ...report.charges.map(({ name, amount }) => [name, amount] as const),
            [t('withheld'), taxes.withheld],
            [t('paid'), taxes.paid],
            [t('owed'), taxes.owed],
          ])}
        />
      </div>
      <Fold words={t('movements')}>
        <ReportTable
          title={t('movements')}
          isTitleHidden
          heads={[t('columns.kind'), t('columns.account'), t('columns.debit'), t('columns.credit')]}
          rows={report.movements.map((one) => ({
            id: `${one.kind} ${one.account}`,
            cells: [one.name, one.account_name, one.debit, one.credit],
          }))}
        />
      </Fold>
      <div>
        <ReportTable
          title={t('payouts')}
          heads={[t('columns.date'), t('columns.kind'), t('columns.reference'), t('columns.amount')]}
          rows={report.payouts.slice(0, PAYOUTS_SHOWN).map((one) => ({
            id: one.reference,
            cells: [
              formats.moment(one.paid_at),
              one.name,
              [one.reference, one.receipt].filter(Boolean).join(' · '),
              one.amount,
            ],
          }))}
          empty={t('nothing')}
        />
        {report.payouts.length > PAYOUTS_SHOWN ? (
          <DeskLink
            href={`?tab=money-out&by=paid&from=${report.month}-01`}
            className="tap inline-flex items-center px-2 font-semibold underline underline-offset-4"
          >
            {t('morePayouts', { count: formats.count(report.payouts.length) })}
          </DeskLink>
        ) : null}
      </div>
    </div>
  )
}
