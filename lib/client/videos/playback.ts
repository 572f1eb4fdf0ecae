/**
 * Only one player plays (YouTube's terms): the most visible, over half in view, or the user's choice. A video
 * that the user paused does not restart by itself until it has left the view.
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

  /** The user's choice, which also applies to later videos. */
  get muted(): boolean {
    return this.#muted
  }

  /** Whether the next video can load: the current one shows its picture, and autoplay is on. */
  get mayLoadAhead(): boolean {
    return this.#autoplay && this.#playing !== null && this.#shown.has(this.#playing)
  }

  setShown(id: string, is: boolean): void {
    if (is) this.#shown.add(id)
    else this.#shown.delete(id)
    this.#tell()
  }

  /**
   * Stops playback while something covers the page (YouTube's terms).
   * @returns a function that lets playback continue
   */
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

  /** Off under data saver and reduced motion. */
  setAutoplay(on: boolean): void {
    this.#autoplay = on
    this.#settle()
  }

  /** @param ratio visible share, 0 to 1 */
  setVisible(id: string, ratio: number): void {
    this.#visible.set(id, ratio)
    if (ratio < 0.5) {
      this.#paused.delete(id)
      if (this.#started === id) this.#started = null
    }
    this.#settle()
  }

  remove(id: string): void {
    this.#visible.delete(id)
    this.#paused.delete(id)
    this.#shown.delete(id)
    if (this.#started === id) this.#started = null
    this.#settle()
  }

  /** Makes an open modal's video the only player; null ends this. */
  setExclusive(id: string | null): void {
    this.#exclusive = id
    this.#settle()
  }

  play(id: string): void {
    this.#paused.delete(id)
    this.#started = id
    this.#settle()
  }

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
      // The current video continues until another is clearly more visible.
      const weight = id === this.#playing ? ratio + 0.1 : ratio
      if (ratio >= 0.5 && weight > bestRatio && !this.#paused.has(id)) {
        best = id
        bestRatio = weight
      }
    }
    return best
  }
}

export const playback = new Playback()
