import { hostname } from 'node:os'
import { z } from 'zod'
import { machineAheadMs } from './clock.ts'
import { log } from './log.ts'
import { redis, redisKey } from './redis.ts'

/** The processes that say in Redis that they live, and by how much the clocks of their machines are off. */
export type BeatingPart = 'web' | 'worker' | 'realtime'

const EVERY_MS = 5_000
/** Seconds of silence after which a process is taken for dead. */
const SILENT_SECONDS = 20

/** Has a field for each process: when it beat, and by how many milliseconds the clock of its machine is ahead. */
const key = () => redisKey('beats')
const heartbeat = z.tuple([z.coerce.number(), z.coerce.number()])
const timeAnswer = z.tuple([z.coerce.number(), z.coerce.number()])

/** Milliseconds by the clock of Redis: machines whose clocks differ hear each other all the same. */
async function redisTime(): Promise<number> {
  const [seconds, micros] = timeAnswer.parse(await redis().time())
  return seconds * 1000 + Math.floor(micros / 1000)
}

/** Reports every five seconds that this process lives. @returns ends that */
export function startHeartbeat(part: BeatingPart): () => Promise<void> {
  const field = `${part} ${hostname()} ${process.pid}`
  const beat = () =>
    redisTime()
      .then((at) => redis().hset(key(), field, `${at} ${machineAheadMs()}`))
      .catch((error: Error) => log.warn({ err: error.message }, 'heartbeat not written'))
  let last = beat()
  const timer = setInterval(() => {
    last = beat()
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    // One that is under way would say so once more afterwards.
    await last
    await redis()
      .hdel(key(), field)
      .catch(() => undefined)
  }
}

/** Counts the living processes of a part. @throws Error while Redis does not answer */
export async function countBeating(part: BeatingPart): Promise<number> {
  return (await listBeating()).filter(({ field }) => field.startsWith(`${part} `)).length
}

/** How far the clock of a process's machine is ahead of PostgreSQL's, in ms; less than 0 where it is behind. */
export type ProcessClock = { readonly process: string; readonly aheadMs: number }

/** Lists the clocks of the living processes, each as the process itself has told. @throws Error while Redis does not answer */
export async function listClocks(): Promise<ProcessClock[]> {
  return (await listBeating()).map(({ field, aheadMs }) => ({ process: nameOf(field), aheadMs }))
}

/** The part and the host. */
const nameOf = (field: string) => field.split(' ').slice(0, 2).join(' on ')

/** Lists the living processes. Those that were silent for a day are forgotten. */
async function listBeating(): Promise<{ field: string; aheadMs: number }[]> {
  const [heard, at] = await Promise.all([redis().hgetall(key()), redisTime()])
  const beats = Object.entries(heard).map(([field, told]) => {
    const [beatAt, aheadMs] = heartbeat.parse(told.split(' '))
    return { field, aheadMs, seconds: (at - beatAt) / 1000 }
  })
  const forgotten = beats.filter(({ seconds }) => seconds > 86_400).map(({ field }) => field)
  if (forgotten.length > 0) await redis().hdel(key(), ...forgotten)
  return beats.filter(({ seconds }) => seconds <= SILENT_SECONDS)
}
