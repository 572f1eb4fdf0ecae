import { getTranslations } from 'next-intl/server'
import { formatsIn } from '#components/challenges/results/result-formats.ts'
import { ResultsBand } from '#components/challenges/results/results-band.tsx'
import type { SongPage as Song } from '#lib/contract/videos/public-pages.ts'
import { DanceList } from './dance-list.tsx'
import { PageFacts } from './page-facts.tsx'

export async function SongPage({ song, locale }: { song: Song; locale: string }) {
  const [t, dancer] = await Promise.all([getTranslations('Song'), getTranslations('Dancer')])
  const formats = formatsIn(locale)
  return (
    <>
      <ResultsBand narrow title={song.title}>
        <p className="wrap-anywhere">{song.genre ? `${song.artist} · ${song.genre}` : song.artist}</p>
        <PageFacts
          facts={[
            [dancer('votesWord', { count: song.votes }), formats.count(song.votes)],
            [dancer('dancesWord', { count: song.dances }), formats.count(song.dances)],
            [t('dancersWord', { count: song.dancers }), formats.count(song.dancers)],
          ]}
        />
      </ResultsBand>
      <section aria-labelledby="danced-title" className="mx-auto max-w-3xl px-3 pt-6 pb-20 sm:px-6 lg:pt-10">
        <h2 id="danced-title" className="mb-3 text-2xl">
          {t('danced')}
        </h2>
        <DanceList dances={song.list} locale={locale} names="dancers" />
        <p className="mt-6 text-sm text-soft">{t('royaltyNote')}</p>
      </section>
    </>
  )
}
