import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { voteUpdate } from '#lib/contract/sockets.ts'
import { redisKey } from '#lib/core/redis.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import type { Part } from '#server/local/part.ts'
import { startRealtime } from '#server/local/product.ts'
import { hasNchan, startNchan } from './nginx.ts'
import { videosInVoting } from './payments.ts'
import { canTellCost, collectGarbage, cpuOf, memoryOf } from './process-cost.ts'
import { amount, bounded, type Row, unmeasured, visitInTurn } from './report.ts'
import { type Crowd, openCrowd } from './sockets.ts'
import type { Stage } from './stage.ts'

const SOCKETS = 1000
const UPDATES_A_SECOND = 20
/** After conflation: realtime sends ten updates a second per video (docs/api.md, Sockets). */
const FRAMES_A_SECOND = 10
const SECONDS = 5

/** A process with many sockets and a broadcast. */
interface Hall {
  crowd: Crowd
  /** Whose CPU is measured. */
  pid: number
  /** Publishes for some seconds. @returns the frames received by all sockets */
  publish(): Promise<number>
}

/** CPU of the realtime process for a thousand sockets on one video, against nchan. */
export async function measureFanOut(stage: Stage): Promise<Row[]> {
  const what = `Fan-out to ${SOCKETS} sockets, CPU for a frame : nchan`
  if (!canTellCost) return [unmeasured(what, 'not measured: only Linux tells what a process costs')]
  const [video = ''] = await videosInVoting(stage.database)
  const memory = await measureMemory(stage, video)
  if (!hasNchan)
    return [memory, unmeasured(what, 'not measured: nchan is not installed (apt install libnginx-mod-nchan)')]
  return [memory, await measureFrames(stage, video, what)]
}

function measureMemory({ config, during }: Stage, video: string): Promise<Row> {
  // The inspector lets the bench collect garbage from outside.
  const NODE_OPTIONS = '--inspect-port=127.0.0.1:0'
  const observed = { ...config, settings: { ...config.settings, NODE_OPTIONS } }
  return during(async (keep) => {
    const realtime = await keep(startRealtime(observed))
    const open = (size: number) =>
      openCrowd(`ws://127.0.0.1:${config.ports.realtime}/ws/votes/${video}/`, size)
    // The first sockets load code that all share.
    const first = await open(100)
    await collectGarbage(realtime)
    const before = memoryOf(realtime.pid)
    const crowd = await open(SOCKETS)
    await collectGarbage(realtime)
    const grown = memoryOf(realtime.pid) - before
    for (const one of [first, crowd]) one.close()
    return bounded(`Memory of ${SOCKETS} idle sockets`, grown, 20, ' MB')
  })
}

function measureFrames(stage: Stage, video: string, what: string): Promise<Row> {
  return stage.during(async (keep) => {
    const realtime = await keep(startRealtime(stage.config))
    const ours = await openRealtimeHall(stage, realtime, video)
    const theirs = await openPlainHall(await keep(startNchan(stage.dataDir)))
    const visit =
      ({ pid, publish }: Hall) =>
      async () => {
        const before = cpuOf(pid)
        const frames = await publish()
        return Number(cpuOf(pid) - before) / frames / 1000
      }
    const cost = await visitInTurn({ ours: visit(ours), theirs: visit(theirs) })
    for (const { crowd } of [ours, theirs]) crowd.close()
    const [measured, yardstick] = [cost('ours'), cost('theirs')].map((each) => `${amount(each)} µs`)
    return {
      what,
      measured: measured ?? '',
      yardstick: yardstick ?? '',
      ratio: cost('ours') / cost('theirs'),
      target: { atMost: 1.3 },
    }
  })
}

/** Settlement's messages through Redis, twice as many as sockets may receive. */
async function openRealtimeHall({ config }: Stage, realtime: Part, video: string): Promise<Hall> {
  const crowd = await openCrowd(`ws://127.0.0.1:${config.ports.realtime}/ws/votes/${video}/`, SOCKETS)
  const [first] = await takeWhenQuiet(crowd)
  let count = voteUpdate.parse(JSON.parse(first?.at(-1) ?? '')).vote_count
  const publish = async () => {
    const redis = new Redis(config.settings.REDIS_URL ?? '')
    const before = count
    await evenly(UPDATES_A_SECOND, async () => {
      count += 1
      const updates = [{ video_id: video, vote_count: count, delta: 1 }]
      await redis.publish(redisKey(votesCounted.channel), JSON.stringify({ updates }))
    })
    redis.disconnect()
    return countFrames(await takeWhenQuiet(crowd), before, count)
  }
  return { crowd, pid: realtime.pid, publish }
}

/**
 * Each delta starts at the end of the one before: an equal chain on all sockets has lost nothing.
 * @throws Error if a socket missed a frame
 */
function countFrames(heard: readonly string[][], before: number, after: number): number {
  const chain = heard[0] ?? []
  const end = chain.reduce((known, text) => {
    const { vote_count, delta } = voteUpdate.parse(JSON.parse(text))
    return vote_count - delta === known ? vote_count : Number.NaN
  }, before)
  const lost = heard.filter((texts) => texts.join() !== chain.join()).length
  if (end !== after || lost > 0)
    throw new Error(`Fan-out lost frames: ${lost} sockets differ, the count ends at ${end}.`)
  return chain.length * heard.length
}

/** The yardstick broadcasts each POST, as many as realtime sends frames. */
async function openPlainHall(other: { origin: string; workerPid: number }): Promise<Hall> {
  const crowd = await openCrowd(`${other.origin.replace('http', 'ws')}/subscribe`, SOCKETS)
  let count = 1_000_000
  const publish = async () => {
    await evenly(FRAMES_A_SECOND, async () => {
      count += 2
      const message = { type: 'vote_update', video_id: crypto.randomUUID(), vote_count: count, delta: 2 }
      const request = { method: 'POST', body: JSON.stringify(message) }
      await (await fetch(`${other.origin}/publish`, request)).body?.cancel()
    })
    return (await takeWhenQuiet(crowd)).reduce((sum, texts) => sum + texts.length, 0)
  }
  return { crowd, pid: other.workerPid, publish }
}

async function evenly(perSecond: number, send: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  for (let sent = 1; sent <= perSecond * SECONDS; sent++) {
    await send()
    await sleep(Math.max(0, startedAt + (sent * 1000) / perSecond - performance.now()))
  }
}

/** Waits until nothing has arrived for longer than the conflation interval. */
async function takeWhenQuiet(crowd: Crowd): Promise<string[][]> {
  for (let before = -1; before !== crowd.waiting(); ) {
    before = crowd.waiting()
    await sleep(300)
  }
  return crowd.take()
}
