import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { cn } from '#components/ui/cn.ts'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import { dancerPath } from '#lib/client/videos/public-paths.ts'
import type { MonthResults } from '#lib/contract/challenges/calls.ts'
import { PrizeBadge } from './prize-badge.tsx'
import { formatsIn } from './result-formats.ts'

type FinalTableProps = { places: MonthResults['places']; locale: string; caption: string }

/** The leaderboard as it was when the month closed. */
export async function FinalTable({ places, locale, caption }: FinalTableProps) {
  const t = await getTranslations('Results')
  return (
    <table className="mt-3 w-full table-fixed border-separate border-spacing-y-1.5">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-start text-sm text-soft">
          <th scope="col" className="w-13 px-1 py-1 text-center font-semibold sm:w-16">
            {t('rank')}
          </th>
          <th scope="col" className="px-2 py-1 text-start font-semibold">
            {t('dance')}
          </th>
          <th scope="col" className="w-24 px-2 py-1 text-end font-semibold sm:w-28 sm:pe-4">
            {t('votesColumn')}
          </th>
        </tr>
      </thead>
      <tbody>
        {places.map((place) => (
          <Place key={place.video_id} place={place} locale={locale} />
        ))}
      </tbody>
    </table>
  )
}

async function Place({ place, locale }: { place: MonthResults['places'][number]; locale: string }) {
  const formats = formatsIn(locale)
  const won = place.prize > 0
  const cell = won ? 'border-y border-line bg-surface py-3' : 'border-b border-line py-2'
  return (
    <tr>
      <td
        className={cn(
          cell,
          won ? 'rounded-s-2xl border-s text-drum' : 'text-soft',
          'figures text-center font-display text-lg font-extrabold',
        )}
      >
        {place.rank}
      </td>
      <td className={cn(cell, 'px-2')}>
        <Link
          href={`/video/${place.video_id}`}
          prefetch={false}
          className="flex min-h-11 items-center leading-tight font-semibold wrap-anywhere hover:underline"
        >
          {place.title}
        </Link>
        <Link
          href={dancerPath(place.dancer_username)}
          prefetch={false}
          className="block py-0.5 text-sm text-soft wrap-anywhere hover:underline"
        >
          {[place.dancer_display_name, handleBeside(place.dancer_display_name, place.dancer_username)]
            .filter(Boolean)
            .join(' ')}
        </Link>
        {won ? (
          <span className="mt-1 block">
            <PrizeBadge>{formats.shillings(place.prize)}</PrizeBadge>
          </span>
        ) : null}
      </td>
      <td
        className={cn(
          cell,
          won && 'rounded-e-2xl border-e',
          'figures px-2 text-end font-display text-xl font-extrabold sm:pe-4',
        )}
      >
        {formats.count(place.vote_count)}
      </td>
    </tr>
  )
}
