import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { sumOfShillings } from '#lib/client/formats/sum-of-shillings.ts'
import type { MoneyOutState } from '#lib/contract/money-out/constants.ts'

type Totals = readonly { state: MoneyOutState; count: number; amount: number; tax: number }[]

/** By state and in total. */
export function MoneyOutTotals({ totals }: { totals: Totals | undefined }) {
  const t = useTranslations('MoneyOut')
  const formats = useFormats()
  // Reserves one row, so that the list does not move.
  if (!totals || totals.length === 0) return <div className="mt-4 h-11" />
  const all = {
    count: totals.reduce((sum, { count }) => sum + count, 0),
    amount: sumOfShillings(...totals.map(({ amount }) => amount)),
    tax: sumOfShillings(...totals.map(({ tax }) => tax)),
  }
  return (
    <dl aria-label={t('totals')} className="figures mt-4 flex min-h-11 flex-wrap gap-x-6 gap-y-2">
      <div>
        <dt className="text-sm text-soft">
          {t('total', { count: all.count, shown: formats.count(all.count) })}
        </dt>
        <dd className="font-semibold whitespace-nowrap">{formats.shillings(all.amount)}</dd>
      </div>
      {totals.map(({ state, count, amount }) => (
        <div key={state}>
          <dt className="text-sm text-soft">
            {t('totalOf', { state: t(`states.${state}`), count: formats.count(count) })}
          </dt>
          <dd className="whitespace-nowrap">{formats.shillings(amount)}</dd>
        </div>
      ))}
      {all.tax > 0 ? (
        <div>
          <dt className="text-sm text-soft">{t('tax')}</dt>
          <dd className="whitespace-nowrap">{formats.shillings(all.tax)}</dd>
        </div>
      ) : null}
    </dl>
  )
}
