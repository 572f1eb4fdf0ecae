import { hostname } from 'node:os'
import { z } from 'zod'
import { log } from './log.ts'
import { redis, redisKey } from './redis.ts'

/** The processes without an address that the health page could ask. */
export type BeatingPart = 'worker' | 'realtime'

const EVERY_MS = 5_000
/** Seconds of silence after which a process is taken for dead. */
const SILENT_SECONDS = 20

const key = () => redisKey('heartbeats')
const beatAt = z.coerce.number()
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
      .then((at) => redis().hset(key(), field, String(at)))
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

/** Counts the living processes of a part. Those that were silent for a day are forgotten. @throws Error while Redis does not answer */
export async function countBeating(part: BeatingPart): Promise<number> {
  const [heard, at] = await Promise.all([redis().hgetall(key()), redisTime()])
  const ages = Object.entries(heard).map(([field, beat]) => ({
    field,
    seconds: (at - beatAt.parse(beat)) / 1000,
  }))
  const forgotten = ages.filter(({ seconds }) => seconds > 86_400).map(({ field }) => field)
  if (forgotten.length > 0) await redis().hdel(key(), ...forgotten)
  return ages.filter(({ field, seconds }) => field.startsWith(`${part} `) && seconds <= SILENT_SECONDS).length
}
