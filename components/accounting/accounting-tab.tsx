import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { SelectField } from '#components/ui/select-field.tsx'
import { addressWith, useAddressText } from '#components/ui/use-address-param.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { LedgerExport } from './ledger-export.tsx'
import { MonthReportView } from './month-report-view.tsx'
import { ReportRecipients } from './report-recipients.tsx'
import { TaxCertificates } from './tax-certificates.tsx'

export default function AccountingTab() {
  const t = useTranslations('Accounting')
  const monthTitle = useMonthTitle()
  const asked = useAddressText('month')
  const query = useQuery(apiQuery('GET /admin/month-reports/'))
  useLoadToast(query)
  return (
    <>
      <TabHead title={t('title')} note={t('note')} />
      <TabState query={query} failed={t('failed')}>
        {({ results, recipients }) => {
          const shown = results.find(({ month }) => month === asked) ?? results[0]
          return (
            <div className="mt-5 grid grid-cols-1 gap-8">
              <section aria-labelledby="month-report" className="min-w-0">
                <h3 id="month-report" className="text-xl">
                  {t('report')}
                </h3>
                {shown ? (
                  <>
                    <SelectField
                      label={t('month')}
                      className="mt-2 sm:w-72"
                      value={shown.month}
                      onChange={({ target }) => visit(addressWith({ month: target.value }))}
                      options={results.map(({ month, title }) => ({
                        value: month,
                        words: monthTitle(title),
                      }))}
                    />
                    <MonthReportView key={shown.month} month={shown.month} />
                  </>
                ) : (
                  <p className="mt-2 rounded-2xl border border-line bg-surface px-4 py-10 text-center">
                    {t('none')}
                  </p>
                )}
              </section>
              <ReportRecipients recipients={recipients} onChanged={query.refetch} />
              <LedgerExport months={results} />
              <TaxCertificates />
            </div>
          )
        }}
      </TabState>
    </>
  )
}
