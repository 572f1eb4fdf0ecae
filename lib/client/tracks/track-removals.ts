import { ApiError, api } from '#lib/client/http/api.ts'

const UNDO_MS = 7_000

type After = {
  /** The track stays hidden until this promise resolves. */
  onDone: () => Promise<void>
  onFail: (message: string) => void
}
type Removal = After & { timer: ReturnType<typeof setTimeout>; isSent: boolean }

/** Deletes tracks after the undo time, across pages; closing the document deletes at once. */
export class TrackRemovals {
  readonly #waiting = new Map<string, Removal>()
  readonly #listeners = new Set<() => void>()
  #ids: readonly string[] = []

  /** The same array until the ids change. */
  get ids(): readonly string[] {
    return this.#ids
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether the deletion was sent: too late to undo. */
  isSent(id: string): boolean {
    return this.#waiting.get(id)?.isSent ?? false
  }

  begin(id: string, after: After): void {
    if (this.#waiting.size === 0) window.addEventListener('pagehide', this.#leave)
    const timer = setTimeout(() => void this.#remove(id), UNDO_MS)
    this.#waiting.set(id, { ...after, timer, isSent: false })
    this.#notify()
  }

  /** Cancels a deletion unless the deletion was sent. */
  undo(id: string): void {
    if (this.isSent(id)) return
    clearTimeout(this.#waiting.get(id)?.timer)
    this.#forget(id)
  }

  async #remove(id: string): Promise<void> {
    const removal = this.#waiting.get(id)
    if (!removal) return
    removal.isSent = true
    this.#notify()
    const failure = await deleteTrack(id)
    if (failure === null) await removal.onDone()
    else removal.onFail(failure)
    this.#forget(id)
  }

  #leave = (): void => {
    for (const [id, removal] of this.#waiting) {
      // A page restored from history cannot undo the deletion.
      removal.isSent = true
      const path = { id }
      void api('DELETE /tracking/tracks/{id}/', { path, keepalive: true }).catch(() => undefined)
    }
    this.#notify()
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

/** @returns the error; null if the track is deleted, now or earlier */
async function deleteTrack(id: string): Promise<string | null> {
  try {
    await api('DELETE /tracking/tracks/{id}/', { path: { id } })
    return null
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    return error instanceof Error ? error.message : ''
  }
}

export const trackRemovals = new TrackRemovals()
