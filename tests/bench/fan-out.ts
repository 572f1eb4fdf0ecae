import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { voteUpdate } from '#lib/contract/sockets.ts'
import { redisKey } from '#lib/core/redis.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import { startRealtime } from '#server/local/product.ts'
import { hasNchan, startNchan } from './nginx.ts'
import { videosInVoting } from './payments.ts'
import { canTellCost, cpuOf, memoryOf } from './process-cost.ts'
import { bounded, compareTimes, type Row, visitInTurn } from './report.ts'
import { openSockets } from './sockets.ts'
import { Parts, type Stage } from './stage.ts'

const SOCKETS = 1000
const UPDATES_A_SECOND = 20
/** After conflation: realtime sends ten updates a second per video (docs/api.md, Sockets). */
const FRAMES_A_SECOND = 10
const SECONDS = 5

/** CPU of the realtime process for a thousand sockets on one video, against nchan. */
export async function measureFanOut(stage: Stage): Promise<Row[]> {
  const what = `Fan-out to ${SOCKETS} sockets, CPU for a frame : nchan`
  if (!canTellCost) return [{ what, missing: 'not measured: only Linux tells what a process costs' }]
  const [video = ''] = await videosInVoting(stage.database)
  const memory = await measureMemory(stage, video)
  if (hasNchan) return [memory, await measureFrames(stage, video, what)]
  return [memory, { what, missing: 'not measured: nchan is not installed (apt install libnginx-mod-nchan)' }]
}

const socketUrl = ({ config }: Stage, video: string) =>
  `ws://127.0.0.1:${config.ports.realtime}/ws/votes/${video}/`

async function measureMemory(stage: Stage, video: string): Promise<Row> {
  // The bench lets realtime collect its garbage by a signal.
  const NODE_OPTIONS = `--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>gc({flavor:'last-resort'}))`
  await using parts = new Parts()
  const settings = { ...stage.config.settings, NODE_OPTIONS }
  const { pid } = await parts.keep(startRealtime({ ...stage.config, settings }))
  const memory = async () => {
    process.kill(pid, 'SIGUSR2')
    await sleep(1_000)
    return memoryOf(pid)
  }
  // The first sockets load code that all share.
  const first = await openSockets(socketUrl(stage, video), 100)
  const before = await memory()
  const crowd = await openSockets(socketUrl(stage, video), SOCKETS)
  const grown = (await memory()) - before
  for (const socket of [...first, ...crowd]) socket.terminate()
  return bounded(`Memory of ${SOCKETS} idle sockets`, grown, 20, ' MB')
}

async function measureFrames(stage: Stage, video: string, what: string): Promise<Row> {
  await using parts = new Parts()
  const realtime = await parts.keep(startRealtime(stage.config))
  const nchan = await parts.keep(startNchan(stage.dataDir))
  const publishOurs = await openRealtimeHall(stage, video)
  const publishTheirs = await openPlainHall(nchan.origin)
  /** @param publish sends for some seconds, and returns the frames that all sockets received */
  const visit = (pid: number, publish: () => Promise<number>) => async () => {
    const before = cpuOf(pid)
    const frames = await publish()
    return ((cpuOf(pid) - before) * 1000) / frames
  }
  const cost = await visitInTurn({
    ours: visit(realtime.pid, publishOurs),
    theirs: visit(nchan.pid, publishTheirs),
  })
  return compareTimes(what, cost('ours'), cost('theirs'), 1.3, 'µs')
}

/** Settlement's messages through Redis, twice as many as sockets may receive. */
async function openRealtimeHall(stage: Stage, video: string): Promise<() => Promise<number>> {
  const take = await openCrowd(socketUrl(stage, video))
  const [first] = await take()
  let count = voteUpdate.parse(JSON.parse(first?.at(-1) ?? '')).vote_count
  return async () => {
    const redis = new Redis(stage.config.settings.REDIS_URL ?? '')
    const before = count
    await evenly(UPDATES_A_SECOND, async () => {
      count += 1
      const updates = [{ video_id: video, vote_count: count, delta: 1 }]
      await redis.publish(redisKey(votesCounted.channel), JSON.stringify({ updates }))
    })
    redis.disconnect()
    return countFrames(await take(), before, count)
  }
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
async function openPlainHall(origin: string): Promise<() => Promise<number>> {
  const take = await openCrowd(`${origin.replace('http', 'ws')}/subscribe`)
  let count = 1_000_000
  return async () => {
    await evenly(FRAMES_A_SECOND, async () => {
      count += 2
      const message = { type: 'vote_update', video_id: crypto.randomUUID(), vote_count: count, delta: 2 }
      const request = { method: 'POST', body: JSON.stringify(message) }
      await (await fetch(`${origin}/publish`, request)).body?.cancel()
    })
    return (await take()).flat().length
  }
}

async function evenly(perSecond: number, send: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  for (let sent = 1; sent <= perSecond * SECONDS; sent++) {
    await send()
    await sleep(Math.max(0, startedAt + (sent * 1000) / perSecond - performance.now()))
  }
}

/** @returns a function that waits for silence, and takes each socket's messages since its last call */
async function openCrowd(url: string): Promise<() => Promise<string[][]>> {
  const noMessages = () => Array.from({ length: SOCKETS }, (): string[] => [])
  let heard = noMessages()
  for (const socket of await openSockets(url, SOCKETS, (text, place) => heard[place]?.push(text)))
    socket.on('error', () => undefined)
  const count = () => heard.reduce((sum, texts) => sum + texts.length, 0)
  return async () => {
    // Longer than the conflation interval.
    for (let before = -1; before !== count(); await sleep(300)) before = count()
    const taken = heard
    heard = noMessages()
    return taken
  }
}
