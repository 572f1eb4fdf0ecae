import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#lib/client/http/api.ts'
import {
  type ComingRow,
  type MovedRow,
  moveRows,
  withPictures,
} from '#lib/client/leaderboard/leaderboard-moves.ts'
import { followLive } from '#lib/client/live/follow-live.ts'
import type { LiveStatus } from '#lib/client/live/live-socket.ts'
import { setVoteCount, tellVoteCount } from '#lib/client/videos/count-answers.ts'

const loadSocket = async () => (await import('#lib/client/live/live-socket.ts')).subscribeLeaderboard

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
  /** How often the socket has told the rows. */
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
      // What the socket has told meanwhile is newer, but has no pictures.
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
