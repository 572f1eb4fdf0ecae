import { setTimeout as pause } from 'node:timers/promises'
import type { Part } from '#server/local/part.ts'

/** How long a part may take to be up again, in seconds. */
const REVIVAL_SECONDS = 60

/** A process that is killed outright and started again at once, as often as somebody wants. */
export class MortalPart {
  readonly name: string
  /** How often it was killed. */
  deaths = 0
  /** How it ended when nobody had killed it: a fault, whatever the books say. */
  readonly collapses: string[] = []
  readonly #start: () => Promise<Part>
  #part: Part | undefined
  #coming: Promise<void> = Promise.resolve()
  #ended = false

  constructor(name: string, start: () => Promise<Part>) {
    this.name = name
    this.#start = start
  }

  /** Starts it. @throws whatever the start throws */
  async begin(): Promise<void> {
    this.#watch(await this.#start())
  }

  /** `kill -9`, as soon as it is up. It is on its way back when this returns. @param lose is run while it is dead */
  async kill(lose?: () => void): Promise<void> {
    await this.#coming
    const part = this.#letGo()
    part?.kill()
    await part?.exited
    this.deaths += 1
    lose?.()
    this.#coming = this.#comeBack()
  }

  /** Resolves when it is up. @throws Error where it did not come back */
  up(): Promise<void> {
    return this.#coming
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#coming.catch(() => undefined)
    await this.#letGo()?.end()
  }

  /** From here on its end is somebody's wish. */
  #letGo(): Part | undefined {
    const part = this.#part
    this.#part = undefined
    return part
  }

  #watch(part: Part): void {
    this.#part = part
    void part.exited.then((how) => {
      if (this.#part !== part) return
      this.#letGo()
      this.collapses.push(how)
      // As whatever supervises the product does.
      this.#coming = this.#comeBack()
    })
  }

  async #comeBack(): Promise<void> {
    const end = Date.now() + REVIVAL_SECONDS * 1_000
    // Who is interrupted in the middle of a death must not leave what came back after it.
    while (!this.#ended) {
      try {
        const part = await this.#start()
        if (this.#ended) return await part.end()
        this.#watch(part)
        return
      } catch (error) {
        // PostgreSQL does not start before the last of its dead parent's children has noticed.
        if (this.#ended || Date.now() > end) throw error
        await pause(200)
      }
    }
  }
}
