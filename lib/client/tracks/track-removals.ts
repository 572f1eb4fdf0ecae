import { ApiError, api } from '#lib/client/http/api.ts'

/** How long a deletion may be undone. */
const UNDO_MS = 7_000

type Removal = { timer: ReturnType<typeof setTimeout>; onDone: () => void; onFail: (message: string) => void }

/**
 * Deletes tracks once the time to undo is over. It belongs to the document and not to a page. When the document is closed,
 * the tracks that wait are deleted at once.
 */
export class TrackRemovals {
  readonly #waiting = new Map<string, Removal>()
  readonly #listeners = new Set<() => void>()
  #ids: readonly string[] = []

  /** The same array until it changes. */
  get ids(): readonly string[] {
    return this.#ids
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(id: string, after: { onDone: () => void; onFail: (message: string) => void }): void {
    if (this.#waiting.size === 0) window.addEventListener('pagehide', this.#leave)
    this.#waiting.set(id, { ...after, timer: setTimeout(() => void this.#remove(id), UNDO_MS) })
    this.#notify()
  }

  undo(id: string): void {
    clearTimeout(this.#waiting.get(id)?.timer)
    this.#forget(id)
  }

  async #remove(id: string): Promise<void> {
    const removal = this.#waiting.get(id)
    try {
      await api('DELETE /tracking/tracks/{id}/', { path: { id } })
      removal?.onDone()
    } catch (error) {
      // A track that is deleted already is no failure.
      if (error instanceof ApiError && error.status === 404) removal?.onDone()
      else removal?.onFail(error instanceof Error ? error.message : '')
    }
    this.#forget(id)
  }

  #leave = (): void => {
    for (const id of this.#waiting.keys()) {
      const path = { id }
      void api('DELETE /tracking/tracks/{id}/', { path, keepalive: true }).catch(() => undefined)
    }
  }

  #forget(id: string): void {
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) window.removeEventListener('pagehide', this.#leave)
    this.#notify()
  }

  #notify(): void {
    this.#ids = [...this.#waiting.keys()]
    for (const listener of this.#listeners) listener()
  }
}

/** The removals of this document. */
export const trackRemovals = new TrackRemovals()
