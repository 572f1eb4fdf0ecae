import { useEffect } from 'react'
import { dataSaverChoice, savesData } from '#lib/client/browser/stored-choice.ts'
import { playback } from '#lib/client/videos/playback.ts'

/** Allows autoplay, except under data saver or reduced motion. */
export function useAutoplay(): void {
  useEffect(() => {
    const stillness = window.matchMedia('(prefers-reduced-motion: reduce)')
    const decide = () => playback.setAutoplay(!savesData() && !stillness.matches)
    decide()
    stillness.addEventListener('change', decide)
    const unsubscribe = dataSaverChoice.subscribe(decide)
    return () => {
      stillness.removeEventListener('change', decide)
      unsubscribe()
      playback.setAutoplay(false)
    }
  }, [])
}
