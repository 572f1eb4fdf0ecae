// Apart from days and times, which no page needs before it is loaded.

// Counts and money are put together by hand: the first Intl.NumberFormat of a page takes a cheap phone 200 ms, in the midst of its
// start. Both languages write them alike; a test compares them with Intl.

/** Formats an amount like `KES 1,250`, with cents only where there are some; below zero like `−KES 1,250`, with a true minus. */
export function formatShillings(amount: number): string {
  const [whole = '', cents] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) ? 0 : 2)
    .split('.')
  return `${amount < 0 ? '−' : ''}KES\u00a0${group(whole)}${cents ? `.${cents}` : ''}`
}

/** Formats a count like `12,480`. @param count a whole number */
export function formatCount(count: number): string {
  return group(String(count))
}

function group(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Formats seconds as `m:ss`; '' where the length is not known. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return ''
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Returns the days until a moment, today included; 0 once it is past. */
export function daysLeft(until: string, at: Date): number {
  return Math.max(0, Math.ceil((Date.parse(until) - at.getTime()) / 86_400_000))
}
