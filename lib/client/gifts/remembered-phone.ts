const PHONE_KEY = 'gift_phone'

/** Returns the phone that somebody wanted to be remembered, or ''. */
export function rememberedPhone(): string {
  try {
    return localStorage.getItem(PHONE_KEY) ?? ''
  } catch {
    return ''
  }
}

/** Stores a phone for the next gift. @param phone null removes the stored one */
export function rememberPhone(phone: string | null): void {
  try {
    if (phone) localStorage.setItem(PHONE_KEY, phone)
    else localStorage.removeItem(PHONE_KEY)
  } catch {
    // Without storage the phone has to be typed again.
  }
}
