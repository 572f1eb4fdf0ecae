// Separate from formats.ts, which pages load later.

// No Intl.NumberFormat: its first use costs a cheap phone 200 ms. A test compares the results.

/** `KES 1,250`, with cents if any; `−KES 1,250` below zero. */
export function formatShillings(amount: number): string {
  const [whole = '', cents] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) ? 0 : 2)
    .split('.')
  return `${amount < 0 ? '−' : ''}KES\u00a0${group(whole)}${cents ? `.${cents}` : ''}`
}

/** `12,480`. @param count a whole number */
export function formatCount(count: number): string {
  return group(String(count))
}

function group(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `m:ss`; '' if unknown. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return ''
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Days in Nairobi from today to the day of `moment`: 0 today or in the past, 1 tomorrow. */
export function daysTo(moment: string, at: Date): number {
  return Math.max(0, nairobiDay(Date.parse(moment)) - nairobiDay(at.getTime()))
}

/** Days in Nairobi from today to the last day before `end`, which is exclusive. */
export function daysLeft(end: string, at: Date): number {
  return daysTo(new Date(Date.parse(end) - 1).toISOString(), at)
}

/** Nairobi is always three hours ahead of UTC. */
const nairobiDay = (ms: number) => Math.floor((ms + 3 * 3_600_000) / 86_400_000)
