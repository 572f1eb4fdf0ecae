import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import { downloadFile } from '#lib/client/http/downloads.ts'

const formats = [
  { id: 'csv', call: 'GET /admin/ledger.csv', fileType: 'csv', contentType: 'text/csv;charset=utf-8' },
  { id: 'hledger', call: 'GET /admin/ledger.journal', fileType: 'journal', contentType: 'text/plain' },
  { id: 'beancount', call: 'GET /admin/ledger.beancount', fileType: 'beancount', contentType: 'text/plain' },
] as const

export function LedgerExport({ months }: { months: readonly { month: string; title: string }[] }) {
  const t = useTranslations('Accounting.ledger')
  const monthTitle = useMonthTitle()
  const [month, setMonth] = useState('')
  return (
    <section aria-labelledby="ledger-export" className="min-w-0">
      <h3 id="ledger-export" className="text-xl">
        {t('title')}
      </h3>
      <p className="mt-1 max-w-2xl text-soft">{t('note')}</p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <SelectField
          label={t('month')}
          className="w-full sm:w-72"
          value={month}
          onChange={({ target }) => setMonth(target.value)}
          options={[
            { value: '', words: t('all') },
            ...months.map((one) => ({ value: one.month, words: monthTitle(one.title) })),
          ]}
        />
        {formats.map(({ id, call, fileType, contentType }) => (
          <Button
            key={id}
            onClick={() =>
              void downloadFile(
                call,
                { query: { month } },
                `ngoma-ledger-${month || nairobiToday()}.${fileType}`,
                contentType,
              )
            }
          >
            <Download aria-hidden="true" className="size-4" /> {t(id)}
          </Button>
        ))}
      </div>
    </section>
  )
}
