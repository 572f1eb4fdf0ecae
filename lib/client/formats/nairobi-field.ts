const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000

/** A moment as a field for date and time holds it, on Nairobi's clock whatever the device's is. @param moment ISO 8601 */
export function toNairobiField(moment: string): string {
  return new Date(Date.parse(moment) + NAIROBI_OFFSET_MS).toISOString().slice(0, 16)
}

/** What such a field holds as ISO 8601 in UTC; null where it holds no moment. */
export function fromNairobiField(text: string): string | null {
  const moment = new Date(`${text}:00+03:00`)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(moment.getTime())
    ? moment.toISOString()
    : null
}
