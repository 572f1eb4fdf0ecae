/** Stays when somebody signs out: the device is still one of theirs. */
const KEY = 'device_token'

/**
 * What makes this browser known to those who have signed in on it (docs/decisions/0059): goes with every call that asks
 * for a password or a mailed link. It opens nothing.
 */
export function sentDeviceToken(): { device_token?: string } {
  try {
    const token = localStorage.getItem(KEY)
    return token ? { device_token: token } : {}
  } catch {
    return {}
  }
}

/** Keeps what an answer brought. */
export function keepDeviceToken(token: string | undefined): void {
  if (!token) return
  try {
    localStorage.setItem(KEY, token)
  } catch {
    // A full or forbidden store: the device stays unknown.
  }
}
