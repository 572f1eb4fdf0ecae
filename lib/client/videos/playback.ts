/**
 * Decides which player of the page plays. Only one does at a time (YouTube's terms): the most visible one, and only while
 * more than half of it is in view. A player that the person started goes first. One that they paused does not start again
 * until it has left the view.
 */
export class Playback {
  readonly #visible = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  readonly #paused = new Set<string>()
  #started: string | null = null
  #playing: string | null = null
  #autoplay = false
  #exclusive: string | null = null
  #muted = true
  #holds = 0
  readonly #shown = new Set<string>()

  get playing(): string | null {
    return this.#playing
  }

  /** Whether videos of the feed are silent. The first one is; who turns the sound on hears the next ones too. */
  get muted(): boolean {
    return this.#muted
  }

  /** Whether there is time for the next one: the one that plays has its picture, and neither data nor motion is to be saved. */
  get mayLoadAhead(): boolean {
    return this.#autoplay && this.#playing !== null && this.#shown.has(this.#playing)
  }

  /** Notes whether a player has its picture. */
  setShown(id: string, is: boolean): void {
    if (is) this.#shown.add(id)
    else this.#shown.delete(id)
    this.#tell()
  }

  /** Nothing plays while something lies over the page (YouTube's terms). @returns ends it; what played goes on */
  hold(): () => void {
    this.#holds += 1
    this.#settle()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holds -= 1
      this.#settle()
    }
  }

  setMuted(muted: boolean): void {
    if (muted === this.#muted) return
    this.#muted = muted
    this.#tell()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Turns autoplay off under data saver and reduced motion, so that only what was tapped plays. */
  setAutoplay(on: boolean): void {
    this.#autoplay = on
    this.#settle()
  }

  /** Notes how much of a player is in view. @param ratio 0 to 1 */
  setVisible(id: string, ratio: number): void {
    this.#visible.set(id, ratio)
    if (ratio < 0.5) {
      this.#paused.delete(id)
      if (this.#started === id) this.#started = null
    }
    this.#settle()
  }

  /** Forgets a player that has left the page. */
  remove(id: string): void {
    this.#visible.delete(id)
    this.#paused.delete(id)
    this.#shown.delete(id)
    if (this.#started === id) this.#started = null
    this.#settle()
  }

  /** Lets only one player play, while a modal with it is open. Null lets all others play again. */
  setExclusive(id: string | null): void {
    this.#exclusive = id
    this.#settle()
  }

  /** Plays this one, because the person started it, and stops every other one. */
  play(id: string): void {
    this.#paused.delete(id)
    this.#started = id
    this.#settle()
  }

  /** Stops this one, because the person paused it. */
  pause(id: string): void {
    this.#paused.add(id)
    if (this.#started === id) this.#started = null
    this.#settle()
  }

  #settle(): void {
    const next = this.#holds > 0 ? null : this.#next()
    if (next === this.#playing) return
    this.#playing = next
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #next(): string | null {
    if (this.#exclusive) return this.#exclusiveOne()
    return this.#started ?? (this.#autoplay ? this.#mostVisible() : null)
  }

  #exclusiveOne(): string | null {
    return this.#started === this.#exclusive ? this.#exclusive : null
  }

  #mostVisible(): string | null {
    let best: string | null = null
    let bestRatio = 0.5
    for (const [id, ratio] of this.#visible) {
      // The one that plays goes on until another one is clearly more in view.
      const weight = id === this.#playing ? ratio + 0.1 : ratio
      if (ratio >= 0.5 && weight > bestRatio && !this.#paused.has(id)) {
        best = id
        bestRatio = weight
      }
    }
    return best
  }
}

/** The one playback of the page. */
export const playback = new Playback()
