import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { PrizeBadge } from '#components/challenges/results/prize-badge.tsx'
import { formatsIn } from '#components/challenges/results/result-formats.ts'
import { Poster } from '#components/videos/player/poster.tsx'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import { dancerPath } from '#lib/client/videos/public-paths.ts'
import type { ListedDance } from '#lib/contract/videos/public-pages.ts'

type DanceListProps = {
  dances: readonly ListedDance[]
  locale: string
  /** The names shown in each row: a song's page lists dancers, a dancer's page songs. */
  names: 'dancers' | 'songs'
}

export function DanceList({ dances, locale, names }: DanceListProps) {
  return (
    <ul className="grid grid-cols-1 gap-2">
      {dances.map((dance) => (
        <li key={dance.id}>
          <Dance dance={dance} locale={locale} names={names} />
        </li>
      ))}
    </ul>
  )
}

async function Dance({ dance, locale, names }: { dance: ListedDance } & Omit<DanceListProps, 'dances'>) {
  const t = await getTranslations('Dancer')
  const formats = formatsIn(locale)
  return (
    <article className="flex items-center gap-4 max-[15rem]:flex-wrap rounded-2xl border border-line bg-surface p-3">
      <Link
        href={`/video/${dance.id}`}
        prefetch={false}
        tabIndex={-1}
        aria-hidden="true"
        className="relative aspect-3/4 w-16 shrink-0 overflow-hidden rounded-xl"
      >
        <Poster id={dance.id} title="" thumbnail={dance.thumbnailUrl} sizes="4rem" />
      </Link>
      {/* The system font, because the web font could wrap otherwise and move the list below. */}
      <div className="min-w-0 flex-1 max-[15rem]:basis-full">
        <h3 className="font-sans text-base leading-tight font-semibold">
          <Link
            href={`/video/${dance.id}`}
            prefetch={false}
            className="flex min-h-10 items-center hover:underline sm:min-h-8"
          >
            <span className="line-clamp-2 wrap-anywhere">{dance.title}</span>
          </Link>
        </h3>
        <p className="flex text-sm text-soft">
          {names === 'songs' ? (
            <Link
              href={`/song/${dance.song.id}`}
              prefetch={false}
              className="truncate py-1 underline underline-offset-4"
            >
              {t('song', { title: dance.song.title, artist: dance.song.artist })}
            </Link>
          ) : (
            <Link
              href={dancerPath(dance.dancer.username)}
              prefetch={false}
              className="truncate py-1 underline underline-offset-4"
            >
              {[dance.dancer.displayName, handleBeside(dance.dancer.displayName, dance.dancer.username)]
                .filter(Boolean)
                .join(' ')}
            </Link>
          )}
        </p>
        {names === 'dancers' ? (
          <p className="truncate text-sm text-soft">{formats.month(dance.month.title)}</p>
        ) : null}
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-soft">
          <span className="figures sm:hidden">
            <strong className="text-ink">{formats.count(dance.votes)}</strong>{' '}
            {t('votesWord', { count: dance.votes })}
          </span>
          {dance.rank === null ? null : (
            <span className="figures font-bold text-ink">{t('place', { rank: dance.rank })}</span>
          )}
          {dance.prize > 0 ? <PrizeBadge>{formats.shillings(dance.prize)}</PrizeBadge> : null}
        </p>
      </div>
      <p className="figures shrink-0 text-end max-sm:hidden">
        <span className="block font-display text-xl font-extrabold">{formats.count(dance.votes)}</span>
        <span className="text-xs text-soft">{t('votesWord', { count: dance.votes })}</span>
      </p>
    </article>
  )
}
