import { useEffect } from 'react'
import { savesData } from '#lib/client/browser/stored-choice.ts'
import { loadFlow } from './load-flow.ts'

/** Milliseconds; Safari counts as idle, and a busy page must yield, after this. */
const LATER_MS = 2_000

/** Loads the gift flow before or during the press; not ahead under data saver. */
export function useFlowInTime(): void {
  useEffect(() => {
    // Offline the press loads it and reports failure.
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

/** @returns cancels it */
function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, LATER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: LATER_MS })
  return () => cancelIdleCallback(handle)
}
