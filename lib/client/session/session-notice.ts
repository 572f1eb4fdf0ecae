const KEY = 'signed_out_by_timeout'

/** Leaves word for the login page why the person stands before it. */
export function rememberTimeout(): void {
  try {
    sessionStorage.setItem(KEY, '1')
  } catch {
    // Without storage the login page says nothing.
  }
}

/** Whether the timer signed out in this tab; forgotten once it is told. */
export function takeTimeout(): boolean {
  try {
    const was = sessionStorage.getItem(KEY) !== null
    sessionStorage.removeItem(KEY)
    return was
  } catch {
    return false
  }
}
