/**
 * Decides which stage plays: one at a time (YouTube's terms), the most visible one, and only while more than half of
 * it is in view. A stage that the person started or the modal claims goes first; one that they paused stays quiet
 * until it has left the view.
 */
export class Playback {
  readonly #visible = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  readonly #paused = new Set<string>()
  #claimed: string | null = null
  #playing: string | null = null
  #autoplay = false
  #held: string | null = null

  get playing(): string | null {
    return this.#playing
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Off under data saver and reduced motion: then only what was tapped plays. */
  setAutoplay(on: boolean): void {
    this.#autoplay = on
    this.#settle()
  }

  /** @param ratio how much of the stage is in view, 0 to 1 */
  setVisible(id: string, ratio: number): void {
    this.#visible.set(id, ratio)
    if (ratio < 0.5) {
      this.#paused.delete(id)
      if (this.#claimed === id) this.#claimed = null
    }
    this.#settle()
  }

  /** The stage is gone from the page. */
  remove(id: string): void {
    this.#visible.delete(id)
    this.#paused.delete(id)
    if (this.#claimed === id) this.#claimed = null
    this.#settle()
  }

  /** While a modal is open only its stage may play; null lets the page go on. */
  hold(id: string | null): void {
    this.#held = id
    this.#settle()
  }

  /** The person started this one: it plays, and every other one stops. */
  play(id: string): void {
    this.#paused.delete(id)
    this.#claimed = id
    this.#settle()
  }

  /** The person stopped this one. */
  pause(id: string): void {
    this.#paused.add(id)
    if (this.#claimed === id) this.#claimed = null
    this.#settle()
  }

  #settle(): void {
    const next = this.#held
      ? this.#heldOne()
      : (this.#claimed ?? (this.#autoplay ? this.#mostVisible() : null))
    if (next === this.#playing) return
    this.#playing = next
    for (const listener of this.#listeners) listener()
  }

  #heldOne(): string | null {
    return this.#claimed === this.#held ? this.#held : null
  }

  #mostVisible(): string | null {
    let best: string | null = null
    let bestRatio = 0.5
    for (const [id, ratio] of this.#visible) {
      // What plays already keeps playing until another one is clearly more in view.
      const weight = id === this.#playing ? ratio + 0.1 : ratio
      if (ratio >= 0.5 && weight > bestRatio && !this.#paused.has(id)) {
        best = id
        bestRatio = weight
      }
    }
    return best
  }
}

/** The page's one playback. */
export const playback = new Playback()
