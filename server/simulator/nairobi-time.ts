// Kenya keeps UTC+3 all year, so no time zone table is needed.
const offsetMs = 3 * 3_600_000

/** `20191219102115`, as in Timestamp, TransactionDate and TransTime. */
export function toStamp(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(0, 19).replace(/[-T:]/g, '')
}

/** `06.07.2024 22:48:52`, as in TransactionCompletedDateTime. */
export function toDottedTime(at: Date): string {
  const stamp = toStamp(at)
  const date = `${stamp.slice(6, 8)}.${stamp.slice(4, 6)}.${stamp.slice(0, 4)}`
  return `${date} ${toClock(at)}:${stamp.slice(12, 14)}`
}

/** `19/12/19` and `10:21`, as in the messages on the handset. */
export function toShortDate(at: Date): string {
  const stamp = toStamp(at)
  return `${stamp.slice(6, 8)}/${stamp.slice(4, 6)}/${stamp.slice(2, 4)}`
}

export function toClock(at: Date): string {
  const stamp = toStamp(at)
  return `${stamp.slice(8, 10)}:${stamp.slice(10, 12)}`
}

/** Reads `YYYYMMDDHHmmss`; undefined for anything that is no moment. */
export function fromStamp(stamp: string): Date | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(stamp)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)
  return !Number.isNaN(at.getTime()) && toStamp(at) === stamp ? at : undefined
}

/** Reads `2020-08-04 8:36:00`, as in the statement pull's StartDate. */
export function fromStatementTime(text: string): Date | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2}):(\d{2})$/.exec(text.trim())
  if (!parts) return undefined
  const [, date, hour = '', minute, second] = parts
  const at = new Date(`${date}T${hour.padStart(2, '0')}:${minute}:${second}+03:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
