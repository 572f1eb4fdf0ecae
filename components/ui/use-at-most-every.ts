import { useCallback, useEffect, useRef } from 'react'

/**
 * Throttles `call`: runs it at once, then at most once per interval, and once more after the last request.
 */
export function useAtMostEvery(intervalMs: number, call: () => void): () => void {
  const state = useRef({ lastAt: Number.NEGATIVE_INFINITY, timer: 0 })
  useEffect(() => () => window.clearTimeout(state.current.timer), [])
  return useCallback(() => {
    const { lastAt, timer } = state.current
    window.clearTimeout(timer)
    const run = () => {
      state.current.lastAt = performance.now()
      call()
    }
    const wait = lastAt + intervalMs - performance.now()
    if (wait <= 0) run()
    else state.current.timer = window.setTimeout(run, wait)
  }, [intervalMs, call])
}
