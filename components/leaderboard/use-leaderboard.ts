'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { type MovedRow, moveRows } from '#lib/client/leaderboard-moves.ts'
import type { LiveStatus } from '#lib/client/live-socket.ts'
import { fetchLeaderboard } from '#lib/client/videos-api.ts'
import { setVoteCount } from '#lib/client/vote-counts.ts'
import type { LeaderboardRow } from '#lib/contract/challenges.ts'

const POLL_MS = 15_000

export type LeaderboardState = {
  /** Null until anything is known. */
  rows: MovedRow[] | null
  status: LiveStatus
  failed: boolean
  reload: () => void
}

/** The live leaderboard: pushed while the socket lives, polled every 15 seconds while it does not. */
export function useLeaderboard(initial: LeaderboardRow[] | null, wanted = true): LeaderboardState {
  const [rows, setRows] = useState<MovedRow[] | null>(() => (initial ? moveRows(null, initial) : null))
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const [failed, setFailed] = useState(false)
  const hasRows = useRef(initial !== null)

  const take = useCallback((next: LeaderboardRow[]) => {
    hasRows.current = true
    for (const row of next) setVoteCount(row.video_id, row.vote_count)
    setRows((before) => moveRows(before, next))
    setFailed(false)
  }, [])

  const reload = useCallback(async () => {
    try {
      take(await fetchLeaderboard())
    } catch {
      setFailed(!hasRows.current)
    }
  }, [take])

  useEffect(() => {
    if (wanted && !hasRows.current) void reload()
  }, [wanted, reload])

  useEffect(() => {
    if (!wanted) return
    const ended = new AbortController()
    void import('#lib/client/live-socket.ts').then(({ subscribeLeaderboard }) => {
      if (ended.signal.aborted) return
      const unsubscribe = subscribeLeaderboard(take, setStatus)
      ended.signal.addEventListener('abort', unsubscribe)
    })
    return () => ended.abort()
  }, [wanted, take])

  useEffect(() => {
    if (!wanted || status !== 'offline') return
    const timer = setInterval(() => {
      if (!document.hidden) void reload()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [wanted, status, reload])

  return { rows, status, failed, reload: () => void reload() }
}
