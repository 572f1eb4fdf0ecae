import { useEffect } from 'react'
import { playback } from '#lib/client/videos/playback.ts'

/** Pauses while a dialog covers the players, then continues. */
export function useHeldPlayback(isHeld: boolean): void {
  useEffect(() => (isHeld ? playback.hold() : undefined), [isHeld])
}
