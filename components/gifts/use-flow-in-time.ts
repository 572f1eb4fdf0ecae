import { useEffect } from 'react'
import { savesData } from '#lib/client/browser/stored-choice.ts'
import { loadFlow } from './load-flow.ts'

/** Milliseconds after which a browser that does not say when it is idle counts as idle, and a busy page has had its time. */
const LATER_MS = 2_000

/** Loads the gift flow before it is asked for, or when a finger comes down on Gift. Not ahead where data is to be saved. */
export function useFlowInTime(): void {
  useEffect(() => {
    // Without a line it is loaded at the press itself, which says so.
    const load = () => void loadFlow().catch(() => undefined)
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('[aria-keyshortcuts="g"]')) load()
    }
    const cancel = whenIdle(() => {
      if (!savesData()) load()
    })
    document.addEventListener('pointerdown', onPress, { passive: true })
    return () => {
      cancel()
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])
}

/** Calls back when the page is idle. @returns cancels it */
function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, LATER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: LATER_MS })
  return () => cancelIdleCallback(handle)
}
