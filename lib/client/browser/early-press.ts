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

/** Tells, once, whether a button was pressed before it could answer. @param name what the button carries in `data-early` */
export function takeEarlyPress(name: string): boolean {
  if (window.earlyPress !== name) return false
  window.earlyPress = undefined
  document.querySelector(`[data-early="${name}"]`)?.removeAttribute('aria-busy')
  return true
}
