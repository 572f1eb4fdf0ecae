// Where the simulator listens. It can leave for a while, so that connections are refused as by a dead host.
import type { Server } from 'node:http'

export class Door {
  #port = 0
  readonly #server: Server
  readonly #host: string

  constructor(server: Server, host: string) {
    this.#server = server
    this.#host = host
  }

  /** Listens, on a free port for 0. Returns the address without a trailing slash. @throws Error with the system's code */
  async open(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, this.#host, () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The simulator needs a port.')
    this.#port = address.port
    return `http://${this.#host}:${this.#port}`
  }

  /** Ends every connection and takes no more. */
  async close(): Promise<void> {
    if (!this.#server.listening) return
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  /** Listens again where it was. */
  async comeBack(): Promise<void> {
    if (!this.#server.listening) await this.open(this.#port)
  }
}
