import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { CashJournalPage } from '#lib/contract/cash/calls.ts'

const figures = ['working', 'utility', 'bank', 'mpesa_charges', 'bank_charges', 'owner'] as const
/** Figures that are sums of charges; the others are changes of a balance. */
const charges: readonly string[] = ['mpesa_charges', 'bank_charges']

/** Changes by the selected journals. Shows dashes until loaded, so that the list does not move. */
export function JournalTotals({ totals }: { totals: CashJournalPage['totals'] | undefined }) {
  const t = useTranslations('AdminBooks.totals')
  const formats = useFormats()
  return (
    <section aria-label={t('label')}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-2xl border border-line bg-surface px-4 py-3 sm:grid-cols-3 xl:grid-cols-6">
        {figures.map((figure) => (
          <div key={figure} className="min-w-0">
            <dt className="text-sm text-soft">{t(figure)}</dt>
            <dd className="figures font-semibold whitespace-nowrap max-sm:text-sm">
              {totals
                ? `${totals[figure] > 0 && !charges.includes(figure) ? '+' : ''}${formats.shillings(totals[figure])}`
                : '–'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
