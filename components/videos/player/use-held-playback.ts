import { useEffect } from 'react'
import { playback } from '#lib/client/videos/playback.ts'

/** Nothing plays while a dialog lies over the players; what played goes on when it closes. */
export function useHeldPlayback(isHeld: boolean): void {
  useEffect(() => (isHeld ? playback.hold() : undefined), [isHeld])
}
