import { getTranslations } from 'next-intl/server'
import type { PastMonth } from '#lib/contract/challenges/calls.ts'
import { formatsIn } from './result-formats.ts'

/** Prizes and royalties are known once the month is closed. */
export async function MonthFacts({ month, locale }: { month: PastMonth; locale: string }) {
  const t = await getTranslations('Results')
  const formats = formatsIn(locale)
  const facts = [[t('votes'), formats.count(month.total_votes)]]
  if (month.phase === 'closed')
    facts.push(
      [t('prizes'), formats.shillings(month.prizes_paid)],
      [t('royalties'), formats.shillings(month.royalties_paid)],
    )
  return (
    <dl className="figures mt-3 grid grid-cols-[1fr_auto] gap-x-6 max-[15rem]:grid-cols-1 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="text-end font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
