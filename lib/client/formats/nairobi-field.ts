const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000

/** Formats a moment for a date and time field, in Nairobi's time whatever the device's is. @param moment ISO 8601 */
export function toNairobiField(moment: string): string {
  return new Date(Date.parse(moment) + NAIROBI_OFFSET_MS).toISOString().slice(0, 16)
}

/** Reads such a field's value. @returns ISO 8601 in UTC; null where it is no moment */
export function fromNairobiField(text: string): string | null {
  const moment = new Date(`${text}:00+03:00`)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(moment.getTime())
    ? moment.toISOString()
    : null
}
