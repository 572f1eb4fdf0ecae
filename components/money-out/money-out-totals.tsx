import { useTranslations } from 'next-intl'
import { Fold } from '#components/desk/fold.tsx'
import { TotalsFold } from '#components/desk/list-totals.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { MoneyOutTotals as Totals } from '#lib/contract/money-out/calls.ts'

/** Sums of the filtered rows; opened, of each kind and state. */
export function MoneyOutTotals({ totals }: { totals: Totals | undefined }) {
  const t = useTranslations('MoneyOut')
  return (
    <TotalsFold>
      <section aria-label={t('totals')} className="flex flex-wrap items-center gap-x-4">
        <dl className="figures flex flex-wrap gap-x-4 text-sm">
          <Sum words={t('leftMpesa')} sum={totals?.left_mpesa} />
          <Sum words={t('credited')} sum={totals?.credited} />
        </dl>
        <Fold words={t('byKind')} className="text-sm open:w-full lg:pointer-fine:[&>summary]:min-h-7">
          {totals ? <ByKind rows={totals.by_kind} /> : null}
        </Fold>
      </section>
    </TotalsFold>
  )
}

function Sum({ words, sum }: { words: string; sum: Totals['credited'] | undefined }) {
  const t = useTranslations('MoneyOut')
  const formats = useFormats()
  const count = sum ? { count: sum.count, shown: formats.count(sum.count) } : null
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt className="text-soft">{words}</dt>
      <dd className="font-semibold whitespace-nowrap">{sum ? formats.shillings(sum.amount) : '–'}</dd>
      <dd className="text-soft">
        {count && sum
          ? sum.tax > 0
            ? t('countAndTax', { ...count, tax: formats.shillings(sum.tax) })
            : t('count', count)
          : null}
      </dd>
    </div>
  )
}

function ByKind({ rows }: { rows: Totals['by_kind'] }) {
  const t = useTranslations('MoneyOut')
  const formats = useFormats()
  if (rows.length === 0) return <p className="px-2 py-3 text-soft">{t('noTotals')}</p>
  return (
    <>
      <table className="figures w-full text-sm sm:w-fit">
        <caption className="sr-only">{t('byKind')}</caption>
        <thead className="text-soft">
          <tr>
            <th scope="col" className="px-2 py-1.5 text-start font-semibold">
              {t('kind')}
            </th>
            <th scope="col" className="px-2 py-1.5 text-start font-semibold">
              {t('state')}
            </th>
            <th scope="col" className="px-2 py-1.5 text-end font-semibold">
              {t('columns.count')}
            </th>
            <th scope="col" className="px-2 py-1.5 text-end font-semibold">
              {t('columns.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, state, count, amount }) => (
            <tr key={`${kind} ${state}`} className="border-t border-line">
              <th scope="row" className="px-2 py-1.5 text-start font-normal">
                {t(`kinds.${kind}`)}
              </th>
              <td className="px-2 py-1.5">{t(`states.${state}`)}</td>
              <td className="px-2 py-1.5 text-end">{formats.count(count)}</td>
              <td className="px-2 py-1.5 text-end whitespace-nowrap">{formats.shillings(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-2 py-1.5 text-sm text-soft">{t('overlap')}</p>
    </>
  )
}
