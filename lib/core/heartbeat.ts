import { hostname } from 'node:os'
import { z } from 'zod'
import { machineAheadMs } from './clock.ts'
import { log } from './log.ts'
import { redis, redisKey } from './redis.ts'

export type BeatingPart = 'web' | 'worker' | 'realtime'

const EVERY_MS = 5_000
const SILENT_SECONDS = 20

/** A hash with the time of each process's last beat, and its clock's ms ahead of PostgreSQL's. */
const key = () => redisKey('beats')
const heartbeat = z.tuple([z.coerce.number(), z.coerce.number()])
const timeAnswer = z.tuple([z.coerce.number(), z.coerce.number()])

/** Returns ms by Redis's clock, which all machines share. */
async function redisTime(): Promise<number> {
  const [seconds, micros] = timeAnswer.parse(await redis().time())
  return seconds * 1000 + Math.floor(micros / 1000)
}

/** @returns a function that ends the heartbeat */
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
    // A pending beat would write the field again.
    await last
    await redis()
      .hdel(key(), field)
      .catch(() => undefined)
  }
}

/** @throws Error if Redis does not answer */
export async function countBeating(part: BeatingPart): Promise<number> {
  return (await listBeating()).filter(({ field }) => field.startsWith(`${part} `)).length
}

/** `aheadMs` is negative if the clock is behind PostgreSQL's. */
export type ProcessClock = { readonly process: string; readonly aheadMs: number }

/** @throws Error if Redis does not answer */
export async function listClocks(): Promise<ProcessClock[]> {
  return (await listBeating()).map(({ field, aheadMs }) => ({ process: nameOf(field), aheadMs }))
}

const nameOf = (field: string) => field.split(' ').slice(0, 2).join(' on ')

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
