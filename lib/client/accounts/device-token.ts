/** Key of the device token, retained after sign-out: the device is still the user's. */
const KEY = 'device_token'

/**
 * Returns the token of an earlier sign-in in this browser (docs/decisions/0018). Alone, the token gives no
 * access.
 */
export function sentDeviceToken(): { device_token?: string } {
  try {
    const token = localStorage.getItem(KEY)
    return token ? { device_token: token } : {}
  } catch {
    return {}
  }
}

export function storeDeviceToken(token: string | undefined): void {
  if (!token) return
  try {
    localStorage.setItem(KEY, token)
  } catch {
    // Storage is unavailable.
  }
}
