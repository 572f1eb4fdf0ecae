import { setTimeout as sleep } from 'node:timers/promises'
import { log } from './log.ts'
import { connectRedis, redis, redisKey } from './redis.ts'

// A bell wakes one of the processes that listen to it: the one that has listened for longest. It carries nothing, and rung twice
// before anybody has heard it, it is rung once. It costs a tenth of a job of BullMQ; where Redis loses it, nobody is woken.

const keyOf = (name: string) => redisKey(`bell:${name}`)

/** Rings a bell. */
export async function ring(name: string): Promise<void> {
  await redis().zadd(keyOf(name), 0, 'rung')
}

/** Whether a bell was rung that nobody has heard yet. */
export async function isUnheard(name: string): Promise<boolean> {
  return (await redis().exists(keyOf(name))) === 1
}

/** How long one question to Redis waits for the bell, in seconds. */
const WAIT_SECONDS = 5
/** After so long without an answer the connection is taken for dead, in ms. */
const SILENT_MS = 2 * WAIT_SECONDS * 1_000
const AGAIN_AFTER_MS = 1_000

/** Calls `hear` each time this process is the one that a bell wakes. @returns ends that */
export function listenToBell(name: string, hear: () => void): () => void {
  const connection = connectRedis({ commandTimeout: SILENT_MS })
  let isEnding = false
  const listen = async () => {
    while (!isEnding) {
      try {
        if (await connection.bzpopmin(keyOf(name), WAIT_SECONDS)) hear()
      } catch (error) {
        if (isEnding) return
        log.warn({ bell: name, err: error instanceof Error ? error.message : error }, 'bell')
        connection.disconnect(true)
        await sleep(AGAIN_AFTER_MS)
      }
    }
  }
  void listen()
  return () => {
    isEnding = true
    connection.disconnect()
  }
}
