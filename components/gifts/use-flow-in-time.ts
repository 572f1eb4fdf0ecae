import { useEffect } from 'react'
import { savesData } from '#lib/client/browser/stored-choice.ts'
import { loadFlow } from './load-flow.ts'

/** Milliseconds that the page has for itself. */
const LATER_MS = 2_000

/** Loads the gift flow before it is asked for, or when a finger comes down on Gift. Not ahead where data is to be saved. */
export function useFlowInTime(): void {
  useEffect(() => {
    // Without a line it is loaded at the press itself, which says so.
    const load = () => void loadFlow().catch(() => undefined)
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('[aria-keyshortcuts="g"]')) load()
    }
    const timer = setTimeout(() => {
      if (!savesData()) load()
    }, LATER_MS)
    document.addEventListener('pointerdown', onPress, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])
}
