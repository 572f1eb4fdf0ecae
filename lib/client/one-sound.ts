let sounding: HTMLMediaElement | null = null

/** Called when a sound begins: the one before stops, so that one track plays at a time on the whole page. */
export function playAlone(element: HTMLMediaElement): void {
  if (sounding !== element) sounding?.pause()
  sounding = element
}

/** Called when an element leaves the page: a sound without its button could not be stopped. */
export function stopSound(element: HTMLMediaElement): void {
  element.pause()
  if (sounding === element) sounding = null
}
