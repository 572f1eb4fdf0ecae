import { nairobiParts, nairobiTime } from '#lib/core/clock.ts'

// Kenya's public holidays (Public Holidays Act, cap. 110). The moon decides the dates of Idd, which the
// gazette announces each year. In a missing year a payout is sent on a holiday, and M-Pesa pays it as on any
// other day.
const FIXED = ['01-01', '05-01', '06-01', '10-10', '10-20', '12-12', '12-25', '12-26']
const BY_THE_MOON = ['2026-03-20', '2026-05-27', '2027-03-10', '2027-05-17', '2028-02-27', '2028-05-05']
const DAY_MS = 86_400_000
const PAYOUT_HOUR = 9
const DAY_ENDS_HOUR = 18

/** Monday to Friday without public holidays. */
export function isWorkingDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(date)
}

/** Includes also the first non-holiday after a holiday on a Sunday. */
function isHoliday(date: Date): boolean {
  if (isNamed(date)) return true
  for (let before = new Date(date.getTime() - DAY_MS); isNamed(before); ) {
    if (before.getUTCDay() === 0) return true
    before = new Date(before.getTime() - DAY_MS)
  }
  return false
}

function isNamed(date: Date): boolean {
  const text = date.toISOString().slice(0, 10)
  if (FIXED.includes(text.slice(5)) || BY_THE_MOON.includes(text)) return true
  const fromEaster = Math.round((date.getTime() - easterSunday(date.getUTCFullYear())) / DAY_MS)
  return fromEaster === -2 || fromEaster === 1
}

/** The anonymous Gregorian computus. @returns midnight UTC */
function easterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}

/** T+1: 09:00 in Nairobi on the next working day after `moment`. */
export function nextPayoutTime(moment: Date): Date {
  const { year, month, day } = nairobiParts(moment)
  for (let ahead = 1; ; ahead++) {
    const candidate = nairobiParts(nairobiTime(year, month, day + ahead))
    if (isWorkingDay(candidate.year, candidate.month, candidate.day))
      return nairobiTime(candidate.year, candidate.month, candidate.day, PAYOUT_HOUR)
  }
}

/** The evening of the same day. */
export function expectedBy(payoutTime: Date): Date {
  const { year, month, day } = nairobiParts(payoutTime)
  return nairobiTime(year, month, day, DAY_ENDS_HOUR)
}
