import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '#tests/support/until.ts'
import { cpuOf } from '../process-cost.ts'
import { median, quantile } from '../report.ts'
import { Parts, type Stage } from '../stage.ts'
import { type BuiltPath, moment } from './built-path.ts'
import { openWatchers, startCrowd, type Watchers } from './crowd.ts'
import type { Mpesa } from './mpesa.ts'
import { type Offered, offerGifts, readEvenly } from './payers.ts'

export interface SearchOptions {
  /** The first offered rate, which is then doubled. */
  first: number
  /** How long the highest rate must hold. */
  seconds: number
  /** How long each lower rate is offered. */
  step: number
  sockets: number
  /** The only offered rate; 0 searches for the highest. */
  rate: number
}

type Times = { readonly high: number; readonly median: number }

/** The result of one offered rate. */
export interface Step {
  readonly perSecond: number
  readonly seconds: number
  /** Why the rate does not hold, or undefined. */
  readonly why: string | undefined
  /** Milliseconds of the POST (p95), and from M-Pesa's callback to the count on the last socket (p99). */
  readonly post: Times
  readonly visible: Times
  /** Milliseconds of CPU a second, by process, from the first gift until all were counted. */
  readonly cpu: ReadonlyMap<string, number>
  readonly whole: { readonly gifts: number; readonly seconds: number }
}

export interface Found {
  /** The highest rate that held for the required time. */
  held: Step | undefined
  /** Half of that rate. */
  half: Step | undefined
  /** Milliseconds of CPU a second, by process, without gifts. */
  resting: ReadonlyMap<string, number>
}

/** Above the capacity of any test machine. */
const TOP_RATE = 1_600
/** Bisection steps between the last rate that held and the first that did not. */
const HALVINGS = 2
/** A rate that held for seconds seldom holds for long: retries with this share of it. */
const LESS = 0.85
/** Warm-up, which is not measured; longer than a payment takes. */
const LEAD_SECONDS = 3
const READS_A_SECOND = 100
const MOST_VISIBLE_MS = 1_000

type Cast = { readonly path: BuiltPath; readonly mpesa: Mpesa; readonly watchers: Watchers }

/** Finds the highest rate that a path holds, and holds it. Prints each step. */
export async function findHighest(
  { dataDir }: Stage,
  path: BuiltPath,
  mpesa: Mpesa,
  { first, seconds, step, sockets, rate }: SearchOptions,
): Promise<Found> {
  await using parts = new Parts()
  const crowd = await parts.keep(startCrowd(dataDir, path, sockets))
  const watchers = await openWatchers(path)
  parts.defer(watchers.close)
  const hold = async (perSecond: number, forSeconds: number, isWhole = false) => {
    const rounded = Math.max(1, Math.round(perSecond))
    const one = await runStep({ path, mpesa, watchers }, rounded, forSeconds, isWhole)
    if (!crowd.isRunning()) throw new Error('Sockets of the crowd were closed.')
    console.log(tellStep(one))
    return one
  }
  await hold(first, step)
  const resting = await restingCpu(path, step)
  if (rate > 0) return { held: await hold(rate, seconds, true), half: undefined, resting }
  const highest = await climb(async (perSecond) => (await hold(perSecond, step)).why === undefined, first)
  for (let next = highest * LESS; next >= 1; next *= LESS) {
    const held = await hold(next, seconds)
    if (held.why === undefined) return { held, half: await hold(held.perSecond / 2, step * 2), resting }
  }
  return { held: undefined, half: undefined, resting }
}

/** Doubles the rate until it fails, then bisects. @returns the highest that held, or 0 */
async function climb(holds: (perSecond: number) => Promise<boolean>, first: number): Promise<number> {
  let [low, high] = [0, first]
  while (high <= TOP_RATE && (await holds(high))) [low, high] = [high, high * 2]
  for (let halving = 0; halving < HALVINGS && high <= TOP_RATE; halving++) {
    const middle = (low + high) / 2
    if (await holds(middle)) low = middle
    else high = middle
  }
  return low
}

/**
 * Offers gifts at one rate, waits until all charged ones are counted on the sockets, and judges the rate.
 * @param isWhole offers for the whole time, even if the rate clearly fails
 */
async function runStep(cast: Cast, perSecond: number, seconds: number, isWhole: boolean): Promise<Step> {
  const { path, mpesa, watchers } = cast
  await rest(path)
  const before = watchers.counts()
  const stopReading = readEvenly(path.feed, READS_A_SECOND)
  const cpuSince = watchCpu(path)
  const isEnough = (unanswered: number) => !isWhole && unanswered > 2 * perSecond + 50
  const { offered, answered, heard } = await offerGifts(path, perSecond, LEAD_SECONDS + seconds, isEnough)
  await mpesa.ask()
  const waiting = countWaiting(offered, cast, before)
  await answered
  await until('every callback is answered', async () => (await mpesa.ask()) === 0, 60)
  await path.untilSettled()
  await untilCounted(offered, cast, before)
  await heard()
  const spent = cpuSince()
  await stopReading()
  const delays = await delaysOf(cast, offered, before)
  const sent = offered.slice(Math.min(offered.length - 1, LEAD_SECONDS * perSecond))
  const posts = sent.map(({ sentAt, answer }) => (answer?.at ?? Number.NaN) - sentAt)
  const visible = { high: quantile(delays, 0.99), median: median(delays) }
  const expected = perSecond * (LEAD_SECONDS + seconds) * 0.98
  const refused = offered.filter(({ answer }) => !answer?.isPrompt)
  const reasons: [boolean, string][] = [
    [offered.length + 1 < expected, 'too many gifts were unanswered'],
    [refused.length > 0, `${refused.length} gifts got no prompt: ${refused[0]?.answer?.told}`],
    [waiting > perSecond, `${waiting} gifts waited in the end`],
    [!(visible.high <= MOST_VISIBLE_MS), `p99 from callback to socket ${Math.round(visible.high)} ms`],
  ]
  return {
    perSecond,
    seconds,
    why: reasons.find(([isReason]) => isReason)?.[1],
    post: { high: quantile(posts, 0.95), median: median(posts) },
    visible,
    cpu: spent.cpu,
    whole: { gifts: offered.length, seconds: spent.seconds },
  }
}

/** Before each step, because the writes of the previous step would delay it. */
async function rest({ database }: BuiltPath): Promise<void> {
  await database.query('VACUUM (ANALYZE)')
  await database.query('CHECKPOINT')
}

/** CPU of watching and reading without gifts. */
async function restingCpu(path: BuiltPath, seconds: number): Promise<ReadonlyMap<string, number>> {
  await rest(path)
  const stopReading = readEvenly(path.feed, READS_A_SECOND)
  await sleep(LEAD_SECONDS * 1000)
  const cpuSince = watchCpu(path)
  await sleep(seconds * 1000)
  const { cpu } = cpuSince()
  await stopReading()
  return cpu
}

/** @returns a function that tells the seconds since, and milliseconds of CPU per second, by process */
function watchCpu({ processes }: BuiltPath) {
  const look = () => Object.entries(processes).map(([name, pid]) => ({ name, cpu: cpuOf(pid) }))
  const [from, before] = [moment(), look()]
  return () => {
    const seconds = (moment() - from) / 1000
    const spent = look().map(
      ({ name, cpu }, place) => [name, (cpu - (before[place]?.cpu ?? 0)) / seconds] as const,
    )
    return { seconds, cpu: new Map(spent) }
  }
}

type Counts = ReadonlyMap<string, number>

/** Unanswered gifts, and callbacks that no socket has shown. */
function countWaiting(offered: readonly Offered[], { mpesa, watchers }: Cast, before: Counts): number {
  const unanswered = offered.filter(({ answer }) => answer === undefined).length
  const taken = offered.filter(({ phone }) => mpesa.taken.has(phone)).length
  const sum = (counts: Counts) => [...counts.values()].reduce((all, count) => all + count, 0)
  return unanswered + taken - (sum(watchers.counts()) - sum(before))
}

/** @throws Error unless each video's socket ends with exactly the charged gifts */
async function untilCounted(offered: readonly Offered[], { mpesa, watchers }: Cast, before: Counts) {
  const expected = new Map(before)
  for (const { phone, video } of offered)
    if (mpesa.taken.has(phone)) expected.set(video, (expected.get(video) ?? 0) + 1)
  const wrong = () => [...watchers.counts()].filter(([video, count]) => count !== expected.get(video))
  await until('every gift that M-Pesa took is counted once', () => wrong().length === 0, 20).catch(() => {
    const told = wrong().map(([video, count]) => `${video} has ${count} and not ${expected.get(video)}`)
    throw new Error(`Not every gift that M-Pesa took is counted once: ${told.join(', ')}.`)
  })
}

async function delaysOf({ path, mpesa, watchers }: Cast, offered: readonly Offered[], before: Counts) {
  const paid = offered.filter(({ phone }) => mpesa.taken.has(phone))
  const phones = paid.map(({ phone }) => phone)
  const { rows } = await path.database.query<{ phone: string; place: number }>(path.places, [phones])
  const places = new Map(rows.map(({ phone, place }) => [phone, place]))
  const from = (offered[0]?.sentAt ?? 0) + LEAD_SECONDS * 1000
  return paid.flatMap(({ phone, video }) => {
    const place = places.get(phone)
    const sentAt = mpesa.taken.get(phone) ?? 0
    if (place === undefined) throw new Error(`M-Pesa took the gift of ${phone}, and it was not counted.`)
    const seenAt = watchers.seenAt(video, (before.get(video) ?? 0) + place)
    return sentAt < from ? [] : [(seenAt ?? Number.NaN) - sentAt]
  })
}

function tellStep({ perSecond, seconds, post, visible, cpu, why }: Step): string {
  const ms = ({ high, median }: Times) => `${high.toFixed(0)} ms (median ${median.toFixed(0)})`
  const shares = [...cpu].map(([name, spent]) => `${name} ${(spent / 10).toFixed(1)}%`).join(', ')
  const told = `${perSecond}/s for ${seconds} s: POST p95 ${ms(post)}; callback to socket p99 ${ms(visible)}; CPU ${shares}`
  return why === undefined ? told : `${told}; does not hold: ${why}`
}
