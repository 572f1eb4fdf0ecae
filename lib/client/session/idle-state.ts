/** The warning comes after 30 idle minutes, and lasts 300 seconds. */
export const IDLE_MS = 30 * 60 * 1000
export const COUNTDOWN_SECONDS = 300

export type IdleState = { kind: 'active' } | { kind: 'warning'; secondsLeft: number } | { kind: 'over' }

/** Both times are in ms. */
export function idleStateAt(lastActivity: number, at: number): IdleState {
  const overdue = at - lastActivity - IDLE_MS
  if (overdue < 0) return { kind: 'active' }
  const secondsLeft = COUNTDOWN_SECONDS - Math.floor(overdue / 1000)
  return secondsLeft > 0 ? { kind: 'warning', secondsLeft } : { kind: 'over' }
}

/** `5:00` */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
