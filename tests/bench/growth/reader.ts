// A process that runs reads on its environment's database, and its client.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { setProcessClock } from '#lib/core/clock.ts'
import { median, quantile } from '../report.ts'
import { PRESENT, SUBJECTS } from './sizes.ts'

export interface Reader {
  names: readonly string[]
  /** @returns milliseconds of the read in that process */
  read(name: string, turn: number): Promise<number>
  end(): void
}

/** Milliseconds. */
export type ReadTime = { p95: number; median: number }

const TIMES = 200
/** Slower reads are repeated less often. */
const TIMEOUT_MS = 12_000
/** Each subject is read once before, so that its data is in the server's memory in both databases. */
const WARM_UPS = SUBJECTS

/** @param environment of the product, with DATABASE_URL */
export async function openReader(environment: Record<string, string>): Promise<Reader> {
  const child = fork(import.meta.filename, { env: { ...process.env, ...environment } })
  const ended = once(child, 'exit').then(() => {
    throw new Error('A process that reads has ended: its output says why.')
  })
  // Also at the end, when nothing awaits it.
  ended.catch(() => undefined)
  const nextMessage = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  const names = z.array(z.string()).parse(await nextMessage())
  const read = async (name: string, turn: number) => {
    child.send({ name, turn })
    return z.number().parse(await nextMessage())
  }
  return { names, read, end: () => void child.kill() }
}

/**
 * Alternates between readers, so that neighbours' load affects all equally.
 * @returns each reader's times, in order; undefined for one without the read
 */
export async function timeRead(readers: readonly Reader[], name: string): Promise<(ReadTime | undefined)[]> {
  const took = readers.map(({ names }) => (names.includes(name) ? ([] as number[]) : undefined))
  const startedAt = performance.now()
  const isInTime = () => performance.now() - startedAt < TIMEOUT_MS
  for (let turn = 0; turn < WARM_UPS + TIMES && (isInTime() || turn < WARM_UPS + 3); turn++)
    for (const [place, reader] of readers.entries()) {
      const time = took[place] && (await reader.read(name, turn))
      if (time !== undefined && turn >= WARM_UPS) took[place]?.push(time)
    }
  return took.map((times) => times && { p95: quantile(times, 0.95), median: median(times) })
}

const asked = z.object({ name: z.string(), turn: z.number().int() })

if (import.meta.main) {
  setProcessClock(() => PRESENT)
  const { readsOf } = await import('./reads.ts')
  const reads = await readsOf()
  process.on('message', async (message) => {
    const { name, turn } = asked.parse(message)
    const before = performance.now()
    await reads[name]?.(turn)
    process.send?.(performance.now() - before)
  })
  process.send?.(Object.keys(reads))
}
