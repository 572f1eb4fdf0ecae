import { useTranslations } from 'next-intl'
import { memo } from 'react'
import { cn } from '#components/ui/cn.ts'
import { PageLink } from '#components/ui/page-link.tsx'
import { useEarlyPress } from '#components/ui/use-early-press.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { Poster } from '#components/videos/player/poster.tsx'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import { giftRequests } from '#lib/client/gifts/gift-requests.ts'
import type { MovedRow } from '#lib/client/leaderboard/leaderboard-moves.ts'
import { dancerPath } from '#lib/client/videos/public-paths.ts'

type LeaderboardTableProps = {
  rows: MovedRow[]
  /** Whether voting is open. */
  takesGifts: boolean
  onWatch: (videoId: string) => void
}

/**
 * Rank, movement, the dance with its picture, votes and the way to give one: a table, because it is one.
 * Its icons are drawn by the style sheet: as elements they were a fifth of the page, made and brought to life row by row. The
 * same sheet (`board`) puts the votes below the dance where text is twice its size on a phone.
 */
export function LeaderboardTable({ rows, takesGifts, onWatch }: LeaderboardTableProps) {
  const t = useTranslations('Leaderboard')
  return (
    <table className="board w-full table-fixed border-separate border-spacing-y-1.5">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr className="text-start text-sm text-soft">
          <th scope="col" className="w-11 px-0 py-1 text-center font-semibold sm:w-16 max-sm:text-xs">
            {t('rank')}
          </th>
          <th scope="col" className="px-2 py-1 text-start font-semibold">
            {t('dance')}
          </th>
          <th
            scope="col"
            className={cn('px-2 py-1 text-end font-semibold', takesGifts ? 'w-20 sm:w-36' : 'w-20 sm:w-24')}
          >
            {t('votes')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.video_id} row={row} takesGifts={takesGifts} onWatch={onWatch} t={t} />
        ))}
      </tbody>
    </table>
  )
}

/** The words of the table, asked for once and not by each of its rows. */
type Words = ReturnType<typeof useTranslations<'Leaderboard'>>

type RowProps = Omit<LeaderboardTableProps, 'rows'> & { row: MovedRow; t: Words }

const Row = memo(function Row({ row, takesGifts, onWatch, t }: RowProps) {
  const formats = useFormats()
  const cell = row.prize > 0 ? 'bg-surface border-y border-line py-3' : 'py-2 border-b border-line'
  return (
    <tr data-testid={`row-${row.video_id}`}>
      <td
        className={cn(
          cell,
          'figures rounded-s-2xl border-s text-center font-display text-lg font-extrabold',
          row.prize > 0 ? 'text-drum' : 'border-s-transparent text-soft',
        )}
      >
        {row.rank}
        <Movement moved={row.moved} t={t} />
      </td>
      <td className={cn(cell, 'px-2')}>
        <div className="flex items-center gap-3 max-[15rem]:flex-wrap">
          <button
            type="button"
            onClick={() => onWatch(row.video_id)}
            aria-label={t('watchTitle', { title: row.title })}
            className="relative aspect-3/4 w-12 shrink-0 overflow-hidden rounded-xl sm:w-14"
          >
            <Poster id={row.video_id} title="" thumbnail={row.thumbnail_url ?? null} sizes="3.5rem" />
            <span aria-hidden="true" className="row-play" />
          </button>
          <div className="min-w-0">
            <PageLink
              href={`/video/${row.video_id}`}
              className="flex min-h-8 items-center leading-tight font-semibold wrap-anywhere hover:underline"
            >
              {row.title}
            </PageLink>
            <PageLink
              href={dancerPath(row.dancer_username)}
              className="block py-0.5 text-sm text-soft wrap-anywhere hover:underline"
            >
              {bylineOf(row, t)}
            </PageLink>
            {row.prize > 0 ? (
              <span className="figures mt-1 inline-block rounded-full bg-marigold px-2.5 py-0.5 text-xs font-bold text-on-marigold">
                {t('prize', { prize: formats.shillings(row.prize) })}
              </span>
            ) : null}
          </div>
        </div>
      </td>
      <td
        className={cn(
          cell,
          'rounded-e-2xl border-e pe-2 text-end',
          row.prize > 0 ? '' : 'border-e-transparent',
        )}
      >
        <div className="flex flex-col items-end gap-1 sm:flex-row sm:items-center sm:justify-end sm:gap-3">
          <span
            key={row.vote_count}
            className={cn(
              'figures inline-block min-w-11 text-center font-display text-xl font-extrabold sm:text-end',
              row.added > 0 ? 'animate-tick' : '',
            )}
          >
            {formats.count(row.vote_count)}
          </span>
          {takesGifts ? <GiftButton row={row} t={t} /> : null}
        </div>
      </td>
    </tr>
  )
})

/** The row's "by {username}", followed by the dancer's display name if that is a different one. */
function bylineOf({ dancer_username: username, dancer_display_name: name }: MovedRow, t: Words): string {
  const by = t('by', { dancer: username })
  return name && handleBeside(name, username) ? `${by} · ${name}` : by
}

function GiftButton({ row, t }: { row: MovedRow; t: Words }) {
  const give = () =>
    giftRequests.emit({
      videoId: row.video_id,
      title: row.title,
      dancer: row.dancer_display_name ?? row.dancer_username,
      // The rows carry neither the songs nor the codes: they are sent twice a second to everybody who looks.
      paybill: null,
    })
  const early = useEarlyPress(row.video_id, give)
  return (
    <button
      type="button"
      onClick={give}
      data-early={early}
      aria-label={t('giveTo', { title: row.title })}
      className="row-gift inline-grid size-11 shrink-0 place-items-center rounded-full bg-marigold text-on-marigold hover:brightness-95"
    />
  )
}

/** Places gained or lost at the last change of the order. */
function Movement({ moved, t }: { moved: MovedRow['moved']; t: Words }) {
  if (moved === 'new') return <span className="block font-sans text-xs font-bold text-leaf">{t('new')}</span>
  if (moved === 0) return <span className="sr-only">{t('unmoved')}</span>
  const up = moved > 0
  const places = Math.abs(moved)
  return (
    <span
      className={cn(
        'figures block font-sans text-xs font-bold whitespace-nowrap',
        up ? 'text-leaf' : 'text-alarm',
      )}
    >
      <span aria-hidden="true">
        {up ? '▲' : '▼'}
        {places}
      </span>
      <span className="sr-only">{up ? t('up', { places }) : t('down', { places })}</span>
    </span>
  )
}
