import { getTranslations } from 'next-intl/server'
import { formatsIn } from '#components/challenges/results/result-formats.ts'
import { ResultsBand } from '#components/challenges/results/results-band.tsx'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import type { DancerPage as Dancer, ListedDance } from '#lib/contract/videos/public-pages.ts'
import { DanceList } from './dance-list.tsx'
import { PageFacts } from './page-facts.tsx'

export async function DancerPage({ dancer, locale }: { dancer: Dancer; locale: string }) {
  const t = await getTranslations('Dancer')
  const formats = formatsIn(locale)
  const facts: (readonly [string, string])[] = [
    [t('votesWord', { count: dancer.votes }), formats.count(dancer.votes)],
    [t('dancesWord', { count: dancer.dances }), formats.count(dancer.dances)],
    ...(dancer.bestRank === null ? [] : [[t('bestRank'), t('place', { rank: dancer.bestRank })] as const]),
    ...(dancer.wins === 0
      ? []
      : [
          [t('winsWord', { count: dancer.wins }), formats.count(dancer.wins)] as const,
          [t('won'), formats.shillings(dancer.won)] as const,
        ]),
  ]
  const months = [...Map.groupBy(dancer.list, ({ month }) => month.id).values()]
  return (
    <>
      <ResultsBand narrow title={dancer.displayName}>
        <p className="wrap-anywhere">
          {[handleBeside(dancer.displayName, dancer.username), dancer.location].filter(Boolean).join(' · ')}
        </p>
        <PageFacts facts={facts} />
      </ResultsBand>
      <div className="mx-auto max-w-3xl px-3 pt-6 pb-20 sm:px-6 lg:pt-10">
        {months.length === 0 ? (
          <p className="rounded-3xl border border-line bg-surface px-6 py-10 text-center text-lg text-soft">
            {t('noDances', { name: dancer.displayName })}
          </p>
        ) : (
          months.map((dances) => <Month key={dances[0]?.month.id} dances={dances} locale={locale} />)
        )}
      </div>
    </>
  )
}

function Month({ dances, locale }: { dances: readonly ListedDance[]; locale: string }) {
  const month = dances[0]?.month
  if (!month) return null
  return (
    <section aria-labelledby={`month-${month.id}`} className="mb-8">
      <h2 id={`month-${month.id}`} className="mb-3 text-2xl">
        {formatsIn(locale).month(month.title)}
      </h2>
      <DanceList dances={dances} locale={locale} names="songs" />
    </section>
  )
}
