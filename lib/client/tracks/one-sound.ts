import { playback } from '#lib/client/videos/playback.ts'

/** The part of an <audio> that is used here. */
type Sound = Pick<HTMLMediaElement, 'pause'>

let sounding: Sound | null = null

/** Is called when a sound begins: stops the one before it and any video, so that only one plays at a time. */
export function playAlone(element: Sound): void {
  if (sounding !== element) sounding?.pause()
  sounding = element
  if (playback.playing) playback.pause(playback.playing)
}

/** Is called when a video begins, which has a sound of its own. */
export function stopSounds(): void {
  sounding?.pause()
}

/** Is called when an element leaves the page, because a sound without its button could not be stopped. */
export function stopSound(element: Sound): void {
  element.pause()
  if (sounding === element) sounding = null
}
