import type { Duplex } from 'node:stream'

/** Counts the connections of each address. */
export class Places {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Takes a place for a connection until it closes. @returns whether there was one */
  take(address: string, connection: Duplex): boolean {
    const taken = this.#taken.get(address) ?? 0
    if (taken >= this.#most) return false
    this.#taken.set(address, taken + 1)
    // A connection that has closed already emits no further event.
    if (connection.closed) this.#giveBack(address)
    else connection.once('close', () => this.#giveBack(address))
    return true
  }

  #giveBack(address: string): void {
    const left = (this.#taken.get(address) ?? 1) - 1
    if (left > 0) this.#taken.set(address, left)
    else this.#taken.delete(address)
  }
}
