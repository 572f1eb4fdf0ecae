// Replaces the JSON file of the state as a whole, so that it is never half written.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { payoutSchema } from './calls/b2c.ts'
import { urlsSchema } from './calls/c2b.ts'
import { bookSchema } from './mpesa/book.ts'
import { toJson } from './mpesa/formats.ts'
import { messageSchema } from './mpesa/handsets.ts'
import { promptSchema } from './mpesa/prompts.ts'

const stateSchema = z.object({
  version: z.literal(1),
  book: bookSchema,
  prompts: z.array(promptSchema),
  payouts: z.array(payoutSchema),
  messages: z.record(z.string(), z.array(messageSchema)),
  urls: urlsSchema.optional(),
  /** Shortcodes registered for the statement. */
  statements: z.array(z.string()).default([]),
})
export type State = z.output<typeof stateSchema>

/** Returns the state, or undefined without a file. @throws Error if the file is no state file */
export function readState(file: string): State | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return stateSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(
      `${file} is not a state file of the simulator: move it away to start with an empty book.`,
      { cause },
    )
  }
}

/** Writes the state soon after changes; the longer a write takes, the less often. */
export class StateWriter {
  #timer: NodeJS.Timeout | undefined
  #costMs = 0
  #closed = false
  readonly #file: string
  readonly #snapshot: () => State

  constructor(file: string, snapshot: () => State) {
    this.#file = file
    this.#snapshot = snapshot
    mkdirSync(dirname(file), { recursive: true })
  }

  touch(): void {
    if (this.#closed) return
    this.#timer ??= setTimeout(() => this.#write(), 100 + this.#costMs * 20)
  }

  close(): void {
    this.#closed = true
    this.#write()
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const startedAt = performance.now()
    const draft = `${this.#file}.${process.pid}.tmp`
    writeFileSync(draft, toJson(this.#snapshot()))
    renameSync(draft, this.#file)
    this.#costMs = performance.now() - startedAt
  }
}
