import { REGISTRATIONS_SENT_MAX } from '#lib/contract/accounts/constants.ts'

const KEY = 'registrations_made'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * Returns the ids of this browser's registrations, newest first. With the mailed link, an id proves who
 * registered (docs/decisions/0017).
 */
export function registrationsMade(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    // The server refuses a list that contains anything but UUIDs.
    const ids = stored.filter((id): id is string => typeof id === 'string' && UUID.test(id))
    return ids.slice(0, REGISTRATIONS_SENT_MAX)
  } catch {
    return []
  }
}

export function keepRegistrationMade(id: string): void {
  const ids = [id, ...registrationsMade().filter((one) => one !== id)]
  try {
    localStorage.setItem(KEY, JSON.stringify(ids.slice(0, REGISTRATIONS_SENT_MAX)))
  } catch {
    // Without storage, the mailed link asks for the password.
  }
}

export function dropRegistrationsMade(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage is unavailable.
  }
}
