import { hostname } from 'node:os'
import { z } from 'zod'
import { now } from './clock.ts'
import { log } from './log.ts'
import { redis, redisKey } from './redis.ts'

/** The processes without an address that the health page could ask. */
export type BeatingPart = 'worker' | 'realtime'

const EVERY_MS = 5_000
/** Seconds of silence after which a process is taken for dead. */
const SILENT_SECONDS = 20

const key = () => redisKey('heartbeats')
const beatAt = z.coerce.number()

/** Reports every five seconds that this process lives. @returns ends that */
export function startHeartbeat(part: BeatingPart): () => Promise<void> {
  const field = `${part} ${hostname()} ${process.pid}`
  const beat = () =>
    redis()
      .hset(key(), field, String(now().getTime()))
      .catch((error: Error) => log.warn({ err: error.message }, 'heartbeat not written'))
  void beat()
  const timer = setInterval(() => void beat(), EVERY_MS)
  return async () => {
    clearInterval(timer)
    await redis()
      .hdel(key(), field)
      .catch(() => undefined)
  }
}

/** Counts the living processes of a part. Those that were silent for a day are forgotten. @throws Error while Redis does not answer */
export async function countBeating(part: BeatingPart): Promise<number> {
  const heard = Object.entries(await redis().hgetall(key()))
  const ages = heard.map(([field, at]) => ({
    field,
    seconds: (now().getTime() - beatAt.parse(at)) / 1000,
  }))
  const forgotten = ages.filter(({ seconds }) => seconds > 86_400).map(({ field }) => field)
  if (forgotten.length > 0) await redis().hdel(key(), ...forgotten)
  return ages.filter(({ field, seconds }) => field.startsWith(`${part} `) && seconds <= SILENT_SECONDS).length
}
