import { useTranslations } from 'next-intl'
import { ListTotals } from '#components/desk/list-totals.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { CashJournalPage } from '#lib/contract/cash/calls.ts'

const figures = ['working', 'utility', 'bank', 'mpesa_charges', 'bank_charges', 'owner'] as const
/** Figures that are sums of charges; the others are changes of a balance. */
const charges: readonly string[] = ['mpesa_charges', 'bank_charges']

/** Shows dashes until loaded, so that the list does not move. */
export function JournalTotals({ totals }: { totals: CashJournalPage['totals'] | undefined }) {
  const t = useTranslations('AdminBooks.totals')
  const formats = useFormats()
  const signOf = (figure: (typeof figures)[number], amount: number) =>
    amount > 0 && !charges.includes(figure) ? '+' : ''
  return (
    <ListTotals
      label={t('label')}
      isStacked
      totals={figures.map((figure) => [
        t(figure),
        totals && `${signOf(figure, totals[figure])}${formats.shillings(totals[figure])}`,
      ])}
    />
  )
}
