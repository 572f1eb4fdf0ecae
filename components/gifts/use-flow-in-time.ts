import { useEffect } from 'react'
import { savesData } from '#lib/client/browser/stored-choice.ts'
import { loadFlow } from './load-flow.ts'

/** After this time a busy page loads the flow too, and Safari counts as idle. */
const LATER_MS = 2_000

/**
 * Loads the gift flow when the page is idle, at the latest on the press. Under data saver only on the press.
 */
export function useFlowInTime(): void {
  useEffect(() => {
    // Ignores failures: the press on the button loads the flow again and reports them.
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

/** @returns cancels the work */
function whenIdle(work: () => void): () => void {
  // Safari does not support requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, LATER_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: LATER_MS })
  return () => cancelIdleCallback(handle)
}
