import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#lib/client/http/api.ts'
import { type ComingRow, type MovedRow, moveRows } from '#lib/client/leaderboard/leaderboard-moves.ts'
import { type LiveStatus, subscribeLeaderboard } from '#lib/client/live/live-socket.ts'
import { setVoteCount } from '#lib/client/videos/vote-counts.ts'

const POLL_MS = 15_000

export type LeaderboardState = {
  /** Null until anything is known. */
  rows: MovedRow[] | null
  status: LiveStatus
  failed: boolean
  reload: () => void
}

/** The live leaderboard: pushed while the socket lives, polled every 15 seconds while it does not. */
export function useLeaderboard(initial: ComingRow[] | null): LeaderboardState {
  const [rows, setRows] = useState<MovedRow[] | null>(() => (initial ? moveRows(null, initial) : null))
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const [failed, setFailed] = useState(false)
  const hasRows = useRef(initial !== null)

  const take = useCallback((next: ComingRow[]) => {
    hasRows.current = true
    for (const row of next) setVoteCount(row.video_id, row.vote_count)
    setRows((before) => moveRows(before, next))
    setFailed(false)
  }, [])

  const reload = useCallback(async () => {
    try {
      take(await api('GET /leaderboard/'))
    } catch {
      setFailed(!hasRows.current)
    }
  }, [take])

  useEffect(() => {
    if (!hasRows.current) void reload()
  }, [reload])

  useEffect(() => subscribeLeaderboard(take, setStatus), [take])

  useEffect(() => {
    if (status !== 'offline') return
    const timer = setInterval(() => {
      if (!document.hidden) void reload()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [status, reload])

  return { rows, status, failed, reload: () => void reload() }
}
