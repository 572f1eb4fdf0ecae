/**
 * Key of the last timeout: in localStorage for all tabs until a sign-in, in sessionStorage for its own tab.
 */
export const TIMED_OUT = 'signed_out_by_timeout'

/** How long another tab's timeout explains this tab's sign-out. */
const JUST_NOW_MS = 60_000

/** Records a timeout for this tab's login page and the other tabs, which sign out before their own timers. */
export function rememberTimeout(at: number = Date.now()): void {
  try {
    sessionStorage.setItem(TIMED_OUT, String(at))
    localStorage.setItem(TIMED_OUT, String(at))
  } catch {
    // Without storage, the login page shows no notice.
  }
}

/** Whether this tab timed out, or another tab did just now. Clears this tab's record. */
export function takeTimeout(at: number = Date.now()): boolean {
  try {
    const wasHere = sessionStorage.getItem(TIMED_OUT) !== null
    sessionStorage.removeItem(TIMED_OUT)
    const last = localStorage.getItem(TIMED_OUT)
    // With a clock set back, the notice must not show forever.
    return last !== null && (wasHere || Math.abs(at - Number(last)) < JUST_NOW_MS)
  } catch {
    return false
  }
}

/** Clears the record at a sign-in, in all tabs. */
export function forgetTimeout(): void {
  try {
    localStorage.removeItem(TIMED_OUT)
  } catch {
    // Storage is unavailable.
  }
}
