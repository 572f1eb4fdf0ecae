/** Stores the last timeout: for all tabs until a sign-in, and for its own tab. */
export const TIMED_OUT = 'signed_out_by_timeout'

/** How long another tab's timeout explains this tab's sign-out. */
const JUST_NOW_MS = 60_000

/** Records a timeout for this tab's login page and the others, which sign out before their own timers. */
export function rememberTimeout(at: number = Date.now()): void {
  try {
    sessionStorage.setItem(TIMED_OUT, String(at))
    localStorage.setItem(TIMED_OUT, String(at))
  } catch {
    // No storage: no notice.
  }
}

/** Here, or elsewhere just now. Clears this tab's record. */
export function takeTimeout(at: number = Date.now()): boolean {
  try {
    const wasHere = sessionStorage.getItem(TIMED_OUT) !== null
    sessionStorage.removeItem(TIMED_OUT)
    const last = localStorage.getItem(TIMED_OUT)
    // A clock set back must not show it forever.
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
    // No storage.
  }
}
