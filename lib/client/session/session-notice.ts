const KEY = 'signed_out_by_timeout'

/** Tells the login page that the session timed out. */
export function rememberTimeout(): void {
  try {
    sessionStorage.setItem(KEY, '1')
  } catch {
    // Without storage the login page shows no notice.
  }
}

/** Returns whether the timer signed out in this tab, and forgets it. */
export function takeTimeout(): boolean {
  try {
    const was = sessionStorage.getItem(KEY) !== null
    sessionStorage.removeItem(KEY)
    return was
  } catch {
    return false
  }
}
