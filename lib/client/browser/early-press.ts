/**
 * Keeps the last press of a Gift button that came before its script did. It runs inline, before any other script of ours:
 * buttons carry `data-early` only until they can answer by themselves.
 */
export const earlyPressScript =
  'addEventListener("click",function(e){var b=e.target.closest("[data-early]");if(b){window.earlyPress=b.dataset.early;b.ariaBusy="true"}},true)'

declare global {
  interface Window {
    earlyPress?: string | undefined
  }
}

/**
 * Tells, once, whether a button was pressed before it could answer, and takes `data-early` from it. That is done past React: by a
 * state every button of the page would be drawn a second time just when it comes to life.
 * @param name what the button carries in `data-early`
 */
export function takeEarlyPress(name: string): boolean {
  const button = document.querySelector(`[data-early="${name}"]`)
  button?.removeAttribute('data-early')
  if (window.earlyPress !== name) return false
  window.earlyPress = undefined
  button?.removeAttribute('aria-busy')
  return true
}
