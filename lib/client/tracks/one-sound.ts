import { playback } from '#lib/client/videos/playback.ts'

/** The part of an <audio> that is used here. */
type Sound = Pick<HTMLMediaElement, 'pause'>

let sounding: Sound | null = null

/** Called when a sound begins: stops the one before it and any video, so that one thing plays at a time on the page. */
export function playAlone(element: Sound): void {
  if (sounding !== element) sounding?.pause()
  sounding = element
  if (playback.playing) playback.pause(playback.playing)
}

/** Called when a video begins: a song over it would be noise. */
export function stopSounds(): void {
  sounding?.pause()
}

/** Called when an element leaves the page: a sound without its button could not be stopped. */
export function stopSound(element: Sound): void {
  element.pause()
  if (sounding === element) sounding = null
}
