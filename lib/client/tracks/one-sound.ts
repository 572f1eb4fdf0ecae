import { playback } from '#lib/client/videos/playback.ts'

type Sound = Pick<HTMLMediaElement, 'pause'>

let sounding: Sound | null = null

export function playAlone(element: Sound): void {
  if (sounding !== element) sounding?.pause()
  sounding = element
  if (playback.playing) playback.pause(playback.playing)
}

export function stopSounds(): void {
  sounding?.pause()
}

/** Stops a sound whose button disappears: the user could no longer stop it. */
export function stopSound(element: Sound): void {
  element.pause()
  if (sounding === element) sounding = null
}
