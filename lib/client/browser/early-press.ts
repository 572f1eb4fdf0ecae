/**
 * Stores the last press of a Gift button before its script has loaded. Buttons carry `data-early` until then.
 */
export const earlyPressScript =
  'addEventListener("click",function(e){var b=e.target.closest("[data-early]");if(b){window.earlyPress=b.dataset.early;b.ariaBusy="true"}},true)'

declare global {
  interface Window {
    earlyPress?: string | undefined
  }
}

/**
 * Returns whether the button was pressed before its script loaded; true only once. Not React state, which
 * would render every button twice at start.
 */
export function takeEarlyPress(name: string): boolean {
  const button = document.querySelector(`[data-early="${name}"]`)
  button?.removeAttribute('data-early')
  if (window.earlyPress !== name) return false
  window.earlyPress = undefined
  button?.removeAttribute('aria-busy')
  return true
}
