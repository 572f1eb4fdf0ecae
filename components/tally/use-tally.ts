import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#lib/client/http/api.ts'
import { noteHead, readNotedHead } from '#lib/client/tally/noted-head.ts'
import { checkTally, type TallyVerdict } from '#lib/client/tally/tally-check.ts'
import type { TallySummary } from '#lib/contract/tally/calls.ts'
import { TALLY_TOTALS } from '#lib/contract/tally/constants.ts'

export type TallyCheck =
  | { kind: 'idle' }
  | { kind: 'checking'; checked: number; all: number }
  | { kind: 'failed' }
  /** `hashes`: computed on this device, in order. */
  | { kind: 'done'; verdict: TallyVerdict; hashes: readonly string[] }

export function useTally(challengeId: string) {
  const [summary, setSummary] = useState<TallySummary | null>(null)
  const [failed, setFailed] = useState(false)
  const [check, setCheck] = useState<TallyCheck>({ kind: 'idle' })
  const left = useRef<AbortController>(null)

  const load = useCallback(
    async (signal: AbortSignal, totals?: number) => {
      setFailed(false)
      const read = await api('GET /challenges/{id}/tally/', {
        path: { id: challengeId },
        query: { totals },
        signal,
      })
      setSummary(read)
      return read
    },
    [challengeId],
  )

  useEffect(() => {
    const leaving = new AbortController()
    left.current = leaving
    load(leaving.signal, TALLY_TOTALS).catch(() => setFailed(!leaving.signal.aborted))
    return () => leaving.abort()
  }, [load])

  const start = async () => {
    const signal = left.current?.signal
    if (!signal || check.kind === 'checking') return
    try {
      setCheck({ kind: 'checking', checked: 0, all: summary?.head.position ?? 0 })
      setCheck(await checkNow(await load(signal), signal, setCheck))
    } catch {
      if (!signal.aborted) setCheck({ kind: 'failed' })
    }
  }
  const reload = () => {
    if (left.current) load(left.current.signal, TALLY_TOTALS).catch(() => setFailed(true))
  }
  /** Loads all totals. @throws ApiError */
  const readAll = async () => {
    if (left.current) await load(left.current.signal)
  }
  return { summary, failed, reload, check, start, readAll }
}

async function checkNow(
  summary: TallySummary,
  signal: AbortSignal,
  tell: (check: TallyCheck) => void,
): Promise<TallyCheck> {
  const { challenge, head } = summary
  let computed: readonly string[] = []
  const verdict = await checkTally({
    summary,
    readRows: (after) =>
      api('GET /challenges/{id}/tally/rows/', { path: { id: challenge.id }, query: { after }, signal }),
    noted: readNotedHead(challenge.id),
    onProgress: (hashes) => {
      computed = hashes
      tell({ kind: 'checking', checked: hashes.length, all: Math.max(head.position, hashes.length) })
    },
  })
  if (verdict.kind === 'right') noteHead(challenge.id, head)
  return { kind: 'done', verdict, hashes: computed }
}
