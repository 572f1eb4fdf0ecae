import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#lib/client/http/api.ts'
import { followLive } from '#lib/client/live/follow-live.ts'
import type { LiveStatus } from '#lib/client/live/live-socket.ts'
import { setVoteCount, tellVoteCount } from '#lib/client/videos/follow-votes.ts'
import type { LeaderboardRow, ListedRow, Movement } from '#lib/contract/leaderboard/calls.ts'

const loadSocket = async () => (await import('#lib/client/live/live-socket.ts')).subscribeLeaderboard

type LeaderboardState = {
  /** Null while loading. */
  rows: MovedRow[] | null
  status: LiveStatus
  failed: boolean
  reload: () => void
}

/** The leaderboard: pushed while the socket is connected, else polled every 15 seconds. */
export function useLeaderboard(initial: ComingRow[] | null): LeaderboardState {
  const [rows, setRows] = useState<MovedRow[] | null>(() => (initial ? moveRows(null, initial) : null))
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const [failed, setFailed] = useState(false)
  const hasRows = useRef(initial !== null)
  const told = useRef(0)

  const take = useCallback((move: (before: MovedRow[] | null) => MovedRow[]) => {
    hasRows.current = true
    setRows(move)
    setFailed(false)
  }, [])

  const takeTold = useCallback(
    (next: ComingRow[]) => {
      told.current++
      for (const row of next) tellVoteCount(row.video_id, row.vote_count)
      take((before) => moveRows(before, next))
    },
    [take],
  )

  const reload = useCallback(async () => {
    const toldBefore = told.current
    try {
      const next = await api('GET /leaderboard/')
      for (const row of next) setVoteCount(row.video_id, row.vote_count)
      // A socket's update that arrived meanwhile is newer, but has no pictures.
      const isOlder = told.current !== toldBefore
      take((before) => (before && isOlder ? withPictures(before, next) : moveRows(before, next)))
    } catch {
      setFailed(!hasRows.current)
    }
  }, [take])

  useEffect(() => {
    if (!hasRows.current) void reload()
  }, [reload])

  useEffect(
    () => followLive(loadSocket, { onUpdate: takeTold, onPoll: () => void reload(), onStatus: setStatus }),
    [takeTold, reload],
  )

  return { rows, status, failed, reload: () => void reload() }
}

/** A row with its picture from the API, or without it from a socket. */
export type ComingRow = LeaderboardRow & Partial<ListedRow>

/** A row with its last change: places gained (below zero: lost) or 'new', and votes added. */
export type MovedRow = ComingRow & { moved: Movement; added: number }

/**
 * Returns rows with movements since the order last changed; while only counts change, movements stay. Retains
 * known pictures and names. An unchanged row is the same object, so that React does not redraw it.
 */
export function moveRows(before: readonly MovedRow[] | null, next: readonly ComingRow[]): MovedRow[] {
  if (!before) return next.map((row) => ({ ...row, moved: row.moved ?? 0, added: 0 }))
  const known = new Map(before.map((row) => [row.video_id, row]))
  const reordered = next.some((row) => known.get(row.video_id)?.rank !== row.rank)
  return next.map((row) => {
    const old = known.get(row.video_id)
    if (!old) return { ...row, moved: 'new', added: 0 }
    const coming: MovedRow = {
      ...row,
      thumbnail_url: row.thumbnail_url ?? old.thumbnail_url,
      dancer_display_name: row.dancer_display_name ?? old.dancer_display_name,
      moved: reordered ? old.rank - row.rank : old.moved,
      added: Math.max(0, row.vote_count - old.vote_count),
    }
    return isSame(old, coming) ? old : coming
  })
}

/** Adds missing pictures and names. Other rows stay the same objects. */
export function withPictures(rows: readonly MovedRow[], answer: readonly ComingRow[]): MovedRow[] {
  const known = new Map(answer.map((row) => [row.video_id, row]))
  return rows.map((row) => {
    const { thumbnail_url, dancer_display_name } = known.get(row.video_id) ?? {}
    const lacks = {
      ...(row.thumbnail_url === undefined && thumbnail_url !== undefined ? { thumbnail_url } : {}),
      ...(row.dancer_display_name === undefined && dancer_display_name !== undefined
        ? { dancer_display_name }
        : {}),
    }
    return Object.keys(lacks).length > 0 ? { ...row, ...lacks } : row
  })
}

/** Whether a row is unchanged. Ignores `added`, which only animates the last change. */
function isSame(old: Readonly<Record<string, unknown>>, coming: MovedRow): boolean {
  return Object.entries(coming).every(([key, value]) => key === 'added' || value === old[key])
}
