const PHONE_KEY = 'gift_phone'

export function rememberedPhone(): string {
  try {
    return localStorage.getItem(PHONE_KEY) ?? ''
  } catch {
    return ''
  }
}

/** @param phone null removes the stored phone */
export function rememberPhone(phone: string | null): void {
  try {
    if (phone) localStorage.setItem(PHONE_KEY, phone)
    else localStorage.removeItem(PHONE_KEY)
  } catch {
    // Storage is unavailable.
  }
}
