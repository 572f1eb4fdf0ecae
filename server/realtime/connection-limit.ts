import type { Duplex } from 'node:stream'

export class ConnectionLimit {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Counts a connection until it closes. @returns false if the address has too many */
  tryTake(address: string, connection: Duplex): boolean {
    const taken = this.#taken.get(address) ?? 0
    if (taken >= this.#most) return false
    this.#taken.set(address, taken + 1)
    // A connection that is already closed emits no event.
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
