import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { redisKey } from '#lib/core/redis.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import type { Part } from '#server/local/part.ts'
import { startRealtime } from '#server/local/product.ts'
import { hasNchan, startNchan } from './nginx.ts'
import { videosInVoting } from './payments.ts'
import { canTellCost, collectGarbage, cpuOf, memoryOf } from './process-cost.ts'
import { startRawWriter } from './raw-writer.ts'
import { amount, type Row, unmeasured } from './report.ts'
import { visitInTurn } from './rounds.ts'
import { type Crowd, openCrowd } from './sockets.ts'
import type { Stage } from './stage.ts'
import { voteUpdate } from './visible-vote.ts'

const sockets = 1000
const updatesPerSecond = 20
/** What is left of them after conflation: realtime tells of one video ten times a second (docs/api.md, Sockets). */
const framesPerSecond = 10
const seconds = 5
const mostMemory = 20

/** One process with a crowd of sockets, and something that goes to all of them. */
interface Hall {
  /** Whose CPU is counted. */
  pid: number
  /** Publishes for some seconds and answers how many frames arrived, all sockets together. */
  publish(): Promise<number>
  leave(): void
}

/** What a thousand sockets on one video cost the realtime process, against nchan or the barest writer there is. */
export async function measureFanOut(stage: Stage): Promise<Row[]> {
  const what = `Fan-out to ${sockets} sockets, CPU per frame`
  if (!canTellCost) return [unmeasured(what, 'not measured: only Linux tells what a process costs')]
  const [video = ''] = await videosInVoting(stage.database)
  return [await measureMemory(stage, video), ...(await measureFrames(stage, video, what))]
}

async function measureMemory({ config, during }: Stage, video: string): Promise<Row> {
  // The inspector, opened on request, is how its garbage is collected from outside.
  const NODE_OPTIONS = '--inspect-port=127.0.0.1:0'
  const observed = { ...config, settings: { ...config.settings, NODE_OPTIONS } }
  const path = `/ws/votes/${video}/`
  return during(
    () => startRealtime(observed),
    async (realtime) => {
      // The first sockets bring code into memory that all share.
      const first = await openCrowd(config.ports.realtime, path, 100)
      await collectGarbage(realtime)
      const before = memoryOf(realtime.pid)
      const crowd = await openCrowd(config.ports.realtime, path, sockets)
      await collectGarbage(realtime)
      const grown = memoryOf(realtime.pid) - before
      first.close()
      crowd.close()
      return {
        what: `Memory of ${sockets} idle sockets`,
        measured: `${amount(grown)} MB`,
        yardstick: '–',
        ratio: grown,
        target: { atMost: mostMemory, unit: ' MB' },
      }
    },
  )
}

async function measureFrames(stage: Stage, video: string, what: string): Promise<Row[]> {
  const yardstick = hasNchan
    ? { name: 'nchan', atMost: 1.1, start: () => startNchan(stage.dataDir) }
    : {
        name: 'raw sockets in Node (nchan is not installed)',
        atMost: 1.6,
        start: () => startRawWriter(stage.dataDir),
      }
  return stage.during(
    () => startRealtime(stage.config),
    (realtime) =>
      stage.during(yardstick.start, async (other) => {
        const ours = await openRealtimeHall(stage, realtime, video)
        const theirs = await openPlainHall(other)
        const cost = await visitInTurn([
          { name: 'ours', visit: () => nanosecondsPerFrame(ours) },
          { name: 'theirs', visit: () => nanosecondsPerFrame(theirs) },
        ]).finally(() => {
          ours.leave()
          theirs.leave()
        })
        return [
          {
            what: `${what} : ${yardstick.name}`,
            measured: `${amount(cost('ours') / 1000)} µs`,
            yardstick: `${amount(cost('theirs') / 1000)} µs`,
            ratio: cost('ours') / cost('theirs'),
            target: { atMost: yardstick.atMost },
          },
        ]
      }),
  )
}

async function nanosecondsPerFrame({ pid, publish }: Hall): Promise<number> {
  const before = cpuOf(pid)
  const frames = await publish()
  return Number(cpuOf(pid) - before) / frames
}

/** Settlement's messages through Redis, twice as many as sockets may hear of. */
async function openRealtimeHall({ config }: Stage, realtime: Part, video: string): Promise<Hall> {
  const crowd = await openCrowd(config.ports.realtime, `/ws/votes/${video}/`, sockets)
  const [first] = await takeWhenQuiet(crowd)
  let count = voteUpdate.parse(JSON.parse(first?.at(-1) ?? '')).vote_count
  const redis = new Redis(config.settings.REDIS_URL ?? '')
  const publish = async () => {
    const before = count
    await evenly(updatesPerSecond, async () => {
      count += 1
      const updates = [{ video_id: video, vote_count: count, delta: 1 }]
      await redis.publish(redisKey(votesCounted.channel), JSON.stringify({ updates }))
    })
    const heard = await takeWhenQuiet(crowd)
    return countFrames(heard, before, count)
  }
  const leave = () => {
    crowd.close()
    redis.disconnect()
  }
  return { pid: realtime.pid, publish, leave }
}

/**
 * Every message's delta starts where the one before it ended: a chain from the first count to the last, the same on all
 * sockets, has lost nothing.
 * @throws Error when a socket missed a frame
 */
function countFrames(heard: readonly string[][], before: number, after: number): number {
  const chain = heard[0] ?? []
  const end = chain.reduce((known, text) => {
    const { vote_count, delta } = voteUpdate.parse(JSON.parse(text))
    return vote_count - delta === known ? vote_count : Number.NaN
  }, before)
  const whole = chain.join()
  const lost = heard.filter((texts) => texts.join() !== whole).length
  if (end !== after || lost > 0)
    throw new Error(`Fan-out lost frames: ${lost} sockets differ, the count ends at ${end}.`)
  return chain.length * heard.length
}

/** The yardstick sends what it is posted, as many messages as realtime has frames left. */
async function openPlainHall(other: Part & { origin: string; workerPid: number }): Promise<Hall> {
  const crowd = await openCrowd(Number(new URL(other.origin).port), '/subscribe', sockets)
  let count = 1_000_000
  const publish = async () => {
    await evenly(framesPerSecond, async () => {
      count += 2
      const message = { type: 'vote_update', video_id: crypto.randomUUID(), vote_count: count, delta: 2 }
      const response = await fetch(`${other.origin}/publish`, {
        method: 'POST',
        body: JSON.stringify(message),
      })
      await response.body?.cancel()
    })
    const heard = await takeWhenQuiet(crowd)
    return heard.reduce((sum, texts) => sum + texts.length, 0)
  }
  return { pid: other.workerPid, publish, leave: () => crowd.close() }
}

async function evenly(perSecond: number, send: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    await send()
    await sleep(Math.max(0, startedAt + ((sent + 1) * 1000) / perSecond - performance.now()))
  }
}

/** Everything that has arrived, once nothing more has for longer than conflation holds anything back. */
async function takeWhenQuiet(crowd: Crowd): Promise<string[][]> {
  for (let before = -1; before !== crowd.waiting(); ) {
    before = crowd.waiting()
    await sleep(300)
  }
  return crowd.take()
}
