// A process that runs reads on its environment's database, and its client.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { setProcessClock } from '#lib/core/clock.ts'
import { median, quantile } from '../report.ts'
import { PRESENT, SUBJECTS } from './sizes.ts'

const TIMES = 200
/** Slower reads are repeated less often. */
const TIMEOUT_MS = 12_000
/** Each subject is read once before, so that its data is in the server's memory in both databases. */
const WARM_UPS = SUBJECTS

/** @param environment of the product, with DATABASE_URL */
export async function openReader(environment: Record<string, string>) {
  const child = fork(import.meta.filename, { env: { ...process.env, ...environment } })
  const ended = once(child, 'exit').then(() => {
    throw new Error('A process that reads has ended: its output says why.')
  })
  // Also at the end, when nothing awaits it.
  ended.catch(() => undefined)
  const nextMessage = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  const names = z.array(z.string()).parse(await nextMessage())
  /** @returns milliseconds of the read in that process */
  const read = async (name: string, turn: number) => {
    child.send({ name, turn })
    return z.number().parse(await nextMessage())
  }
  return { names, read, end: () => void child.kill() }
}

/**
 * Alternates between readers, so that neighbours' load affects all equally.
 * @returns each reader's times in milliseconds, in order
 */
export async function timeRead(readers: readonly Awaited<ReturnType<typeof openReader>>[], name: string) {
  const took = readers.map((reader) => ({ reader, times: [] as number[] }))
  const startedAt = performance.now()
  const isInTime = () => performance.now() - startedAt < TIMEOUT_MS
  for (let turn = 0; turn < WARM_UPS + TIMES && (isInTime() || turn < WARM_UPS + 3); turn++)
    for (const { reader, times } of took) {
      const time = await reader.read(name, turn)
      if (turn >= WARM_UPS) times.push(time)
    }
  return took.map(({ times }) => ({ p95: quantile(times, 0.95), median: median(times) }))
}

if (import.meta.main) {
  setProcessClock(() => PRESENT)
  const { readsOf } = await import('./reads.ts')
  const reads = await readsOf()
  const asked = z.object({ name: z.string(), turn: z.number().int() })
  process.on('message', async (message) => {
    const { name, turn } = asked.parse(message)
    const before = performance.now()
    await reads[name]?.(turn)
    process.send?.(performance.now() - before)
  })
  process.send?.(Object.keys(reads))
}
