import { useTranslations } from 'next-intl'
import { memo, useEffect, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { PageLink } from '#components/ui/page-link.tsx'
import { useEarlyPress } from '#components/ui/use-early-press.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { Poster } from '#components/videos/player/poster.tsx'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import { serverClock } from '#lib/client/browser/server-clock.ts'
import { daysTo } from '#lib/client/formats/amounts.ts'
import { giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { api } from '#lib/client/http/api.ts'
import { type MovedRow, useLeaderboard } from '#lib/client/leaderboard/leaderboard.ts'
import type { LiveStatus } from '#lib/client/live/live-socket.ts'
import { dancerPath } from '#lib/client/videos/public-paths.ts'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import type { ListedRow } from '#lib/contract/leaderboard/calls.ts'
import { JoinWay } from './join-way.tsx'

type LeaderboardPanelProps = {
  initialRows: ListedRow[] | null
  /** Voting is open. */
  takesGifts: boolean
  onWatch: (videoId: string) => void
  /** The container shows the title already. */
  isTitled?: boolean
}

export function LeaderboardPanel({
  initialRows,
  takesGifts,
  onWatch,
  isTitled = false,
}: LeaderboardPanelProps) {
  const t = useTranslations('Leaderboard')
  const { rows, status, failed, reload } = useLeaderboard(initialRows)
  return (
    <section
      {...(isTitled ? { 'aria-label': t('title') } : { 'aria-labelledby': 'leaderboard-title' })}
      className="pb-10"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 py-3">
        {isTitled ? null : (
          <h2 id="leaderboard-title" className="text-2xl lg:text-4xl">
            {t('title')}
          </h2>
        )}
        <LiveBadge status={status} />
      </div>
      {failed ? <LoadFailed words={t('failed')} onRetry={reload} /> : null}
      {rows === null && !failed ? <Skeleton /> : null}
      {rows && rows.length === 0 ? <LeaderboardEmpty /> : null}
      {rows && rows.length > 0 ? (
        <LeaderboardTable rows={rows} takesGifts={takesGifts} onWatch={onWatch} />
      ) : null}
      <p className="mt-3 flex flex-wrap gap-x-6 text-sm text-soft">
        {rows && rows.length > 0 ? (
          <PageLink href="/tally/current" className="tap flex items-center underline hover:text-ink">
            {t('tally')}
          </PageLink>
        ) : null}
        <PageLink href="/results" className="tap flex items-center underline hover:text-ink">
          {t('past')}
        </PageLink>
      </p>
    </section>
  )
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="grid gap-2">
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows never move
        <div key={row} className="skeleton h-16" />
      ))}
    </div>
  )
}

function LiveBadge({ status }: { status: LiveStatus }) {
  const t = useTranslations('Live')
  const live = status === 'live'
  return (
    <span
      role="status"
      className={cn(
        'inline-flex items-center gap-2 rounded-full px-3 py-1.5 text-sm font-semibold',
        live ? 'bg-leaf-wash text-leaf' : 'bg-sunken text-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={cn('size-2 rounded-full', live ? 'animate-breathe bg-leaf' : 'bg-edge')}
      />
      {/* Reserves the width of the usual text: while connecting, the longer text would wrap on phones and
          move the table. */}
      <span className="grid">
        <span aria-hidden="true" className="invisible h-0">
          {t('live')}
        </span>
        <span className={status === 'connecting' ? 'max-sm:sr-only' : ''}>{t(status)}</span>
      </span>
    </span>
  )
}

function LeaderboardEmpty() {
  const t = useTranslations('Leaderboard')
  const challenge = useCurrentChallenge()
  if (challenge === undefined) return <Skeleton />
  const isBefore = challenge?.current_phase === 'subscription'
  return (
    <div className="overflow-hidden rounded-3xl border border-line bg-surface text-center">
      <div aria-hidden="true" className="pindo rotate-180" />
      <div className="px-6 py-14">
        <h3 className="text-2xl lg:text-3xl">{t(isBefore ? 'emptyTitle' : 'noneTitle')}</h3>
        {isBefore ? (
          <p className="figures mt-3 text-xl font-semibold text-drum">
            {t('opensIn', { days: daysTo(challenge.phase_ends_at, serverClock.at()) })}
          </p>
        ) : null}
        <p className="mx-auto mt-2 max-w-sm text-soft">{t(isBefore ? 'emptyDetail' : 'noneDetail')}</p>
        {isBefore ? <JoinWay /> : null}
      </div>
      <div aria-hidden="true" className="pindo" />
    </div>
  )
}

/** The current challenge: undefined while loading, null if there is none or loading failed. */
function useCurrentChallenge(): CurrentChallenge | null | undefined {
  const [challenge, setChallenge] = useState<CurrentChallenge | null>()
  useEffect(() => {
    const ended = new AbortController()
    api('GET /videos/challenges/current/', { signal: ended.signal }).then(setChallenge, () => {
      if (!ended.signal.aborted) setChallenge(null)
    })
    return () => ended.abort()
  }, [])
  return challenge
}

type LeaderboardTableProps = {
  rows: MovedRow[]
  /** Voting is open. */
  takesGifts: boolean
  onWatch: (videoId: string) => void
}

/**
 * The rows with rank, movement, votes and Gift button. The style sheet draws the icons, because icon elements
 * were a fifth of the page. Its class `board` also moves the votes below the dance if a phone's text size is
 * doubled.
 */
function LeaderboardTable({ rows, takesGifts, onWatch }: LeaderboardTableProps) {
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

/** Created once for all rows. */
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
      // Leaderboard rows carry no songs or codes, because all viewers get them twice a second.
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
