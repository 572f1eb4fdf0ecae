/** It stays when somebody signs out, because the device is still theirs. */
const KEY = 'device_token'

/**
 * Returns the token that tells the server that this person has signed in on this browser before (docs/decisions/0018). It is sent
 * with every call that asks for a password or a mailed link, and gives no access by itself.
 */
export function sentDeviceToken(): { device_token?: string } {
  try {
    const token = localStorage.getItem(KEY)
    return token ? { device_token: token } : {}
  } catch {
    return {}
  }
}

/** Stores the token of an answer. */
export function storeDeviceToken(token: string | undefined): void {
  if (!token) return
  try {
    localStorage.setItem(KEY, token)
  } catch {
    // The storage is full or forbidden, so the device stays unknown.
  }
}
