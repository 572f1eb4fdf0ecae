const DURATION = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?)?$/

/** Reads an ISO 8601 duration of days or less, as YouTube writes lengths: PT1M3S is 63 seconds. @returns null for other text */
export function readIsoDuration(text: string): number | null {
  const parts = DURATION.exec(text)?.slice(1)
  if (!parts || parts.every((part) => part === undefined)) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0))
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}
