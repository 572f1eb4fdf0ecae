import { REGISTRATIONS_SENT_MAX } from '#lib/contract/accounts/constants.ts'

const KEY = 'registrations_made'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * Returns the ids of the registrations that were made in this browser, the newest first. They are sent with the mailed link:
 * they tell that whoever opens it has registered, and not a stranger in their name (docs/decisions/0017).
 */
export function registrationsMade(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    // The server refuses a list with anything else in it, and the link with it.
    const ids = stored.filter((id): id is string => typeof id === 'string' && UUID.test(id))
    return ids.slice(0, REGISTRATIONS_SENT_MAX)
  } catch {
    return []
  }
}

/** Stores the id of a registration that waits for its email to be verified. */
export function keepRegistrationMade(id: string): void {
  const ids = [id, ...registrationsMade().filter((one) => one !== id)]
  try {
    localStorage.setItem(KEY, JSON.stringify(ids.slice(0, REGISTRATIONS_SENT_MAX)))
  } catch {
    // The storage is full or forbidden, so the password is asked for when the link is opened.
  }
}

/** Removes them, once an email was verified. */
export function dropRegistrationsMade(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // What cannot be stored is not there.
  }
}
