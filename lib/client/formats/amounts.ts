// Separate from days and times, which load later.

// By hand: the first Intl.NumberFormat costs a cheap phone 200 ms. A test compares with Intl.

/** Formats `KES 1,250`, with cents if any; negative `−KES 1,250`. */
export function formatShillings(amount: number): string {
  const [whole = '', cents] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) ? 0 : 2)
    .split('.')
  return `${amount < 0 ? '−' : ''}KES\u00a0${group(whole)}${cents ? `.${cents}` : ''}`
}

/** Formats `12,480`. @param count a whole number */
export function formatCount(count: number): string {
  return group(String(count))
}

function group(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Formats seconds as `m:ss`; '' if unknown. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return ''
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Returns the days left, today included; 0 once past. */
export function daysLeft(until: string, at: Date): number {
  return Math.max(0, Math.ceil((Date.parse(until) - at.getTime()) / 86_400_000))
}
