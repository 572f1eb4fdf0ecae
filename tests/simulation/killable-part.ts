import { setTimeout as pause } from 'node:timers/promises'
import type { Part } from '#server/local/part.ts'

/** Time for a part to restart. */
const RESTART_SECONDS = 60

/** A process that is killed and restarted at once, repeatedly. */
export class KillablePart {
  readonly name: string
  deaths = 0
  /** Exits without a kill, which are faults. */
  readonly crashes: string[] = []
  readonly #start: () => Promise<Part>
  #part: Part | undefined
  #starting: Promise<void> = Promise.resolve()
  #ended = false

  constructor(name: string, start: () => Promise<Part>) {
    this.name = name
    this.#start = start
  }

  /** @throws errors of the start */
  async begin(): Promise<void> {
    this.#watch(await this.#start())
  }

  /** `kill -9`, as soon as it is up; restarting on return. @param lose runs while it is dead */
  async kill(lose?: () => void): Promise<void> {
    await this.#starting
    const part = this.#detach()
    part?.kill()
    await part?.exited
    this.deaths += 1
    lose?.()
    this.#starting = this.#restart()
  }

  /** @throws Error if it did not return */
  up(): Promise<void> {
    return this.#starting
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#starting.catch(() => undefined)
    await this.#detach()?.end()
  }

  /** From here on its end is intended. */
  #detach(): Part | undefined {
    const part = this.#part
    this.#part = undefined
    return part
  }

  #watch(part: Part): void {
    this.#part = part
    void part.exited.then((how) => {
      if (this.#part !== part) return
      this.#detach()
      this.crashes.push(how)
      // Like a supervisor.
      this.#starting = this.#restart()
    })
  }

  async #restart(): Promise<void> {
    const end = Date.now() + RESTART_SECONDS * 1_000
    // An interruption during a death must not leave the restarted part.
    while (!this.#ended) {
      try {
        const part = await this.#start()
        if (this.#ended) return await part.end()
        this.#watch(part)
        return
      } catch (error) {
        // PostgreSQL starts only after its dead parent's last child has ended.
        if (this.#ended || Date.now() > end) throw error
        await pause(200)
      }
    }
  }
}
