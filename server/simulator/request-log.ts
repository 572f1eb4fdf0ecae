// What the API was asked, so that a test can see that a prompt was sent once and not twice.
import type { Call } from './router.ts'

/** A request without its secrets; `status` 0 means that the connection was cut. */
export type SeenRequest = { at: string; method: string; path: string; status: number; body: unknown }

const kept = 2_000
const secrets = new Set(['Password', 'SecurityCredential'])

export class RequestLog {
  #seen: SeenRequest[] = []

  add(call: Call, status: number, at: Date): void {
    const { method, path } = call
    if (!/^\/(mpesa|oauth|pulltransactions)\//.test(path)) return
    const body: unknown = JSON.parse(
      JSON.stringify(call.body ?? null, (key, value: unknown) => (secrets.has(key) ? '…' : value)),
    )
    this.#seen.push({ at: at.toISOString(), method, path, status, body })
    if (this.#seen.length > kept) this.#seen.splice(0, this.#seen.length - kept)
  }

  /** Oldest first; of one path where it is given. */
  list(path?: string): readonly SeenRequest[] {
    return path === undefined ? this.#seen : this.#seen.filter((one) => one.path === path)
  }

  clear(): void {
    this.#seen = []
  }
}
