import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { CashJournal } from '#lib/contract/cash/calls.ts'
import { cashPlaces } from '#lib/contract/cash/constants.ts'

/** Balances by the books, with a warning below zero. */
export function BalancesAfter({ changes }: Pick<CashJournal, 'changes'>) {
  const t = useTranslations('AdminBooks')
  const formats = useFormats()
  const { data } = useQuery(apiQuery('GET /admin/cash-position/'))
  const after = cashPlaces
    .filter((place) => changes[place] !== 0)
    .map((place) => ({
      place,
      shillings: data
        ? (Math.round(data.books[place] * 100) + Math.round(changes[place] * 100)) / 100
        : undefined,
    }))
  return after.map(({ place, shillings }) => (
    <span key={place} className="block">
      {t('confirm.after', {
        account: t(`places.${place}`),
        amount: shillings === undefined ? '–' : formats.shillings(shillings),
      })}
      {shillings !== undefined && shillings < 0 ? (
        <span role="alert" className="mt-1 flex items-start gap-2 font-semibold text-alarm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span>{t('confirm.negative', { account: t(`places.${place}`) })}</span>
        </span>
      ) : null}
    </span>
  ))
}
