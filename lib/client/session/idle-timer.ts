import { IDLE_WARNED, LAST_ACTIVITY } from './change-session.ts'
import { IDLE_MS, type IdleState, idleStateAt } from './idle-state.ts'

/** State shared by all tabs: one timer per user. */
export type IdleMemory = {
  /** Time of the last activity in any tab, in ms; null if unknown. */
  lastActivity(): number | null
  setLastActivity(at: number): void
  /** Whether a page shows an unanswered warning. */
  isWarned(): boolean
  setWarned(is: boolean): void
}

type IdleTimerParts = {
  clock: () => number
  memory: IdleMemory
  /** Whether media plays: watching counts as activity. */
  isPlaying: () => boolean
}

/** Shortest time between two writes: a mouse moves a hundred times a second. */
const STORE_EVERY_MS = 5_000
/** Interval of the checks for playing media and other tabs. */
const CHECK_EVERY_MS = 10_000

/**
 * The user is active for 30 minutes after the last activity in any tab. Then a warning of 300 seconds
 * follows, which only an answer ends; then the session is over.
 */
export class IdleTimer {
  readonly #parts: IdleTimerParts
  readonly #listeners = new Set<() => void>()
  #state: IdleState = { kind: 'active' }

  constructor(parts: IdleTimerParts) {
    this.#parts = parts
  }

  /** The same object until the state changes. */
  get state(): IdleState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opening a page counts as activity, unless another shows the warning. */
  begin(): void {
    const { clock, memory } = this.#parts
    if (!memory.isWarned()) memory.setLastActivity(clock())
    this.check()
  }

  /** Notes activity. It does not answer a warning: a mouse moves by accident. */
  note(): void {
    const { clock, memory } = this.#parts
    const at = clock()
    if (this.#read().kind !== 'active') this.check()
    else if (Math.abs(at - (memory.lastActivity() ?? 0)) >= STORE_EVERY_MS) memory.setLastActivity(at)
  }

  check(): void {
    if (this.#read().kind === 'active' && this.#parts.isPlaying()) this.note()
    const state = this.#read()
    if (state.kind === 'warning') this.#parts.memory.setWarned(true)
    this.#setState(state)
  }

  extend(): void {
    const { clock, memory } = this.#parts
    memory.setWarned(false)
    memory.setLastActivity(clock())
    this.check()
  }

  get nextCheckIn(): number {
    const { clock, memory } = this.#parts
    const idleFor = clock() - (memory.lastActivity() ?? clock())
    if (this.#state.kind === 'active') return Math.min(CHECK_EVERY_MS, Math.max(0, IDLE_MS - idleFor))
    return 1000 - (Math.max(0, idleFor - IDLE_MS) % 1000)
  }

  #read(): IdleState {
    const { clock, memory } = this.#parts
    const at = clock()
    // A clock set back must not extend the session forever.
    return idleStateAt(Math.min(memory.lastActivity() ?? at, at), at)
  }

  #setState(state: IdleState): void {
    const same =
      state.kind === this.#state.kind &&
      (state.kind !== 'warning' ||
        (this.#state.kind === 'warning' && state.secondsLeft === this.#state.secondsLeft))
    if (same) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Stored with the tokens and removed with them. */
export const sharedIdleMemory: IdleMemory = {
  lastActivity: () => Number(localStorage.getItem(LAST_ACTIVITY)) || null,
  setLastActivity: (at) => localStorage.setItem(LAST_ACTIVITY, String(at)),
  isWarned: () => localStorage.getItem(IDLE_WARNED) !== null,
  setWarned: (is) => {
    if (is) localStorage.setItem(IDLE_WARNED, '1')
    else localStorage.removeItem(IDLE_WARNED)
  },
}
