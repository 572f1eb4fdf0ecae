/** Where the last timeout is kept: for all tabs until somebody signs in, and for the tab that it was in. */
export const TIMED_OUT = 'signed_out_by_timeout'

/** How long after it a tab still takes another tab's timeout for the reason that it was signed out itself. */
const JUST_NOW_MS = 60_000

/**
 * Tells the login page that the session timed out: in this tab, and in the others, which the first one signs out before their
 * own timers can say why.
 */
export function rememberTimeout(at: number = Date.now()): void {
  try {
    sessionStorage.setItem(TIMED_OUT, String(at))
    localStorage.setItem(TIMED_OUT, String(at))
  } catch {
    // Without storage the login page shows no notice.
  }
}

/**
 * Returns whether the timer signed out: in this tab, however long ago, which is forgotten, or just now in another one. After
 * somebody has signed in it is false.
 */
export function takeTimeout(at: number = Date.now()): boolean {
  try {
    const wasHere = sessionStorage.getItem(TIMED_OUT) !== null
    sessionStorage.removeItem(TIMED_OUT)
    const last = localStorage.getItem(TIMED_OUT)
    // A clock that was put back does not keep it for ever.
    return last !== null && (wasHere || Math.abs(at - Number(last)) < JUST_NOW_MS)
  } catch {
    return false
  }
}

/** Is called when somebody signs in: no tab says any more how the session before ended. */
export function forgetTimeout(): void {
  try {
    localStorage.removeItem(TIMED_OUT)
  } catch {
    // What could not be stored need not be removed.
  }
}
