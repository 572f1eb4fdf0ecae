import { useEffect } from 'react'
import { playback } from '#lib/client/videos/playback.ts'

/** Pauses videos while a dialog covers them, then continues. */
export function useHeldPlayback(isHeld: boolean): void {
  useEffect(() => (isHeld ? playback.hold() : undefined), [isHeld])
}
