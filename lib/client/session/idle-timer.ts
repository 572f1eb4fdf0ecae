import { IDLE_WARNED, LAST_ACTIVITY } from './change-session.ts'
import { IDLE_MS, type IdleState, idleStateAt } from './idle-state.ts'

/** The values that all tabs share, because a person has one timer and not one for each page. */
export type IdleMemory = {
  /** When somebody last did something in any tab, in milliseconds; null where nothing is known. */
  lastActivity(): number | null
  setLastActivity(at: number): void
  /** Whether an open page shows the warning and nobody has answered it. */
  isWarned(): boolean
  setWarned(is: boolean): void
}

type IdleTimerParts = {
  clock: () => number
  memory: IdleMemory
  /** Somebody who watches a video is active, although they do not touch anything. */
  isPlaying: () => boolean
}

/** Activity is stored at most this often, because the mouse moves a hundred times a second. */
const STORE_EVERY_MS = 5_000
/** How often a page checks whether something plays, and what other tabs have stored. */
const CHECK_EVERY_MS = 10_000

/**
 * The idle timer. The session is active for 30 minutes after the last activity in any tab. Then a warning counts down 300
 * seconds, which only an answer ends; then the session is over.
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
   * Starts the timer of a page that was opened, which counts as activity. Where another page already shows the warning it
   * does not, because opening a page is no answer.
   */
  begin(): void {
    const { clock, memory } = this.#parts
    if (!memory.isWarned()) memory.setLastActivity(clock())
    this.check()
  }

  /** Stores an activity. It does not answer a warning, because a mouse is easily pushed. */
  note(): void {
    const { clock, memory } = this.#parts
    const at = clock()
    if (this.#read().kind !== 'active') this.check()
    else if (Math.abs(at - (memory.lastActivity() ?? 0)) >= STORE_EVERY_MS) memory.setLastActivity(at)
  }

  /** Updates the state by the clock and by what other tabs have stored. */
  check(): void {
    if (this.#read().kind === 'active' && this.#parts.isPlaying()) this.note()
    const state = this.#read()
    if (state.kind === 'warning') this.#parts.memory.setWarned(true)
    this.#setState(state)
  }

  /** Ends the warning, because the person has answered it. */
  extend(): void {
    const { clock, memory } = this.#parts
    memory.setWarned(false)
    memory.setLastActivity(clock())
    this.check()
  }

  /** Returns the milliseconds until the next `check` is due. */
  get nextCheckIn(): number {
    const { clock, memory } = this.#parts
    const idleFor = clock() - (memory.lastActivity() ?? clock())
    if (this.#state.kind === 'active') return Math.min(CHECK_EVERY_MS, Math.max(0, IDLE_MS - idleFor))
    return 1000 - (Math.max(0, idleFor - IDLE_MS) % 1000)
  }

  #read(): IdleState {
    const { clock, memory } = this.#parts
    const at = clock()
    // A clock that was put back must not keep the session alive for ever.
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

/** Stores the values in local storage with the tokens, and they are removed with them. */
export const sharedIdleMemory: IdleMemory = {
  lastActivity: () => Number(localStorage.getItem(LAST_ACTIVITY)) || null,
  setLastActivity: (at) => localStorage.setItem(LAST_ACTIVITY, String(at)),
  isWarned: () => localStorage.getItem(IDLE_WARNED) !== null,
  setWarned: (is) => {
    if (is) localStorage.setItem(IDLE_WARNED, '1')
    else localStorage.removeItem(IDLE_WARNED)
  },
}
