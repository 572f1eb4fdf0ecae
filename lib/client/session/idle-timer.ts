import { IDLE_MS, type IdleState, idleStateAt } from './idle-state.ts'
import { IDLE_WARNED, LAST_ACTIVITY } from './session.ts'

/** The values that all tabs share, because a person has one timer and not one for each page. */
export type IdleMemory = {
  /** When somebody last did something in any tab, in milliseconds; null where nothing is known. */
  lastActivity(): number | null
  setLastActivity(at: number): void
  /** Whether an open page has asked and nobody has answered. */
  isWarned(): boolean
  setWarned(is: boolean): void
}

type IdleTimerParts = {
  clock: () => number
  memory: IdleMemory
  /** Somebody who watches a video is active, although they do not touch anything. */
  isPlaying: () => boolean
}

/** Activity is written down at most this often: the mouse moves a hundred times a second. */
const NOTE_EVERY_MS = 5_000
/** How often a page looks whether something plays, and what other tabs have written. */
const LOOK_EVERY_MS = 10_000

/**
 * The idle timer: active for 30 minutes after the last activity in any tab, then a warning of 300
 * seconds that only an answer ends, then over.
 */
export class IdleTimer {
  readonly #parts: IdleTimerParts
  readonly #listeners = new Set<() => void>()
  #state: IdleState = { kind: 'active' }

  constructor(parts: IdleTimerParts) {
    this.#parts = parts
  }

  /** The same object until it changes. */
  get state(): IdleState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * A page was opened, which is activity. But where an open page had warned, opening another one or the same again is
   * no answer: it asks on, or is over.
   */
  begin(): void {
    const { clock, memory } = this.#parts
    if (!memory.isWarned()) memory.setLastActivity(clock())
    this.check()
  }

  /** The person did something. While the warning stands that is no answer: a mouse is easily pushed. */
  note(): void {
    const { clock, memory } = this.#parts
    const at = clock()
    if (this.#read().kind !== 'active') this.check()
    else if (Math.abs(at - (memory.lastActivity() ?? 0)) >= NOTE_EVERY_MS) memory.setLastActivity(at)
  }

  /** Looks at the clock and at what other tabs have written. */
  check(): void {
    if (this.#read().kind === 'active' && this.#parts.isPlaying()) this.note()
    const state = this.#read()
    if (state.kind === 'warning') this.#parts.memory.setWarned(true)
    this.#become(state)
  }

  /** The person is here. */
  extend(): void {
    const { clock, memory } = this.#parts
    memory.setWarned(false)
    memory.setLastActivity(clock())
    this.check()
  }

  /** Milliseconds until the next `check` is due. */
  get nextCheckIn(): number {
    const { clock, memory } = this.#parts
    const idleFor = clock() - (memory.lastActivity() ?? clock())
    if (this.#state.kind === 'active') return Math.min(LOOK_EVERY_MS, Math.max(0, IDLE_MS - idleFor))
    return 1000 - (Math.max(0, idleFor - IDLE_MS) % 1000)
  }

  #read(): IdleState {
    const { clock, memory } = this.#parts
    const at = clock()
    // A clock that was put back must not keep the session for ever.
    return idleStateAt(Math.min(memory.lastActivity() ?? at, at), at)
  }

  #become(state: IdleState): void {
    const same =
      state.kind === this.#state.kind &&
      (state.kind !== 'warning' ||
        (this.#state.kind === 'warning' && state.secondsLeft === this.#state.secondsLeft))
    if (same) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** In local storage, beside the tokens, and cleared with them. */
export const sharedIdleMemory: IdleMemory = {
  lastActivity: () => Number(localStorage.getItem(LAST_ACTIVITY)) || null,
  setLastActivity: (at) => localStorage.setItem(LAST_ACTIVITY, String(at)),
  isWarned: () => localStorage.getItem(IDLE_WARNED) !== null,
  setWarned: (is) => {
    if (is) localStorage.setItem(IDLE_WARNED, '1')
    else localStorage.removeItem(IDLE_WARNED)
  },
}
