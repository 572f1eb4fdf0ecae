import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../support/until.ts'
import { cpuOfTree } from '../process-cost.ts'
import { quantile } from '../rounds.ts'
import type { BuiltPath, Written } from './built-path.ts'
import type { WatchingCrowd } from './crowd.ts'
import { moment } from './moments.ts'
import { type AnswerKind, type Offered, offerGifts, readEvenly } from './payers.ts'
import type { PlayedMpesa } from './played-mpesa.ts'
import type { Watchers } from './watchers.ts'

/** Who takes part in a step beside what is measured. */
export interface Cast {
  readonly path: BuiltPath
  readonly mpesa: PlayedMpesa
  readonly crowd: WatchingCrowd
  readonly watchers: Watchers
}

/** What one offered rate came to. Times in ms. */
export interface Step {
  readonly perSecond: number
  readonly seconds: number
  /** Why the rate does not hold; undefined where it does. */
  readonly why?: string
  readonly postP95: number
  readonly postMedian: number
  /** From M-Pesa's callback to the count that holds it, on the socket that is told last. */
  readonly visibleP99: number
  readonly visibleMedian: number
  readonly readP95: number
  /** How many were told what. */
  readonly answers: ReadonlyMap<AnswerKind, number>
  /** Messages a second to all sockets together. */
  readonly messages: number
  /** Transactions that Postgres committed in a second, and bytes of its log. */
  readonly written: Written
  /** Milliseconds of CPU a second, by process. */
  readonly cpu: ReadonlyMap<string, number>
  /** From the first gift until all were counted, however long that took. */
  readonly whole: { readonly gifts: number; readonly seconds: number } & Pick<Step, 'cpu' | 'written'>
}

/** Settling in, which no figure counts. It is longer than a payer takes to pay. */
const LEAD_SECONDS = 3
const READS_A_SECOND = 100
const MOST_VISIBLE_MS = 1_000

/**
 * Offers gifts at one rate, waits until all that M-Pesa took is counted on the sockets, and says whether the rate holds.
 * @param isPatient offers them for the whole time, also where the rate plainly does not hold
 */
export async function runStep(
  cast: Cast,
  perSecond: number,
  seconds: number,
  isPatient = false,
): Promise<Step> {
  const { path, mpesa, watchers } = cast
  await path.rest()
  watchers.forget()
  const before = watchers.counts()
  const stopReading = readEvenly(path.feed, READS_A_SECOND)
  const begun = await lookAt(path)
  const gauge = gaugeAfterLead(cast)
  const { offered, answered, heard } = await offerGifts(
    path,
    { perSecond, seconds: LEAD_SECONDS + seconds },
    (unanswered) => !isPatient && unanswered > 2 * perSecond + 50,
  )
  const { cpu, messages, written } = await gauge()
  await mpesa.ask()
  const waiting = countWaiting(offered, mpesa, before, watchers)
  await answered
  await mpesa.untilQuiet()
  await path.untilSettled()
  await untilCounted(offered, mpesa, before, watchers)
  await heard()
  const whole = { gifts: offered.length, ...between(begun, await lookAt(path)) }
  const reads = await stopReading()
  const delays = await delaysOf(cast, offered, before)
  const sent = offered.slice(Math.min(offered.length - 1, LEAD_SECONDS * perSecond))
  const posts = sent.map(({ sentAt, answer }) => (answer?.at ?? Number.NaN) - sentAt)
  const visibleP99 = quantile(delays, 0.99)
  const why = whyNot(offered, { perSecond, seconds, waiting, visibleP99 })
  return {
    perSecond,
    seconds,
    ...(why === undefined ? {} : { why }),
    postP95: quantile(posts, 0.95),
    postMedian: quantile(posts, 0.5),
    visibleP99,
    visibleMedian: quantile(delays, 0.5),
    readP95: quantile(reads, 0.95),
    answers: countAnswers(offered),
    messages,
    written,
    cpu,
    whole,
  }
}

function countAnswers(offered: readonly Offered[]): Map<AnswerKind, number> {
  const counts = new Map<AnswerKind, number>()
  for (const { answer } of offered) if (answer) counts.set(answer.kind, (counts.get(answer.kind) ?? 0) + 1)
  return counts
}

/** What the processes take while people watch, and read one address at an even rate, and nobody gives. */
export async function restingCpu(
  cast: Cast,
  seconds: number,
  reads: { url: string; perSecond: number } = { url: cast.path.feed, perSecond: READS_A_SECOND },
): Promise<{ cpu: ReadonlyMap<string, number>; readsPerSecond: number }> {
  await cast.path.rest()
  const startedAt = moment()
  const stopReading = readEvenly(reads.url, reads.perSecond)
  const gauge = gaugeAfterLead(cast)
  await sleep((LEAD_SECONDS + seconds) * 1000)
  const { cpu } = await gauge()
  const took = moment() - startedAt
  const { length } = await stopReading()
  return { cpu, readsPerSecond: (length / took) * 1000 }
}

/** Milliseconds of CPU, of all processes together, for one read of an address. */
export async function costOfRead(cast: Cast, seconds: number, url: string): Promise<number> {
  const few = await restingCpu(cast, seconds, { url, perSecond: 10 })
  const many = await restingCpu(cast, seconds, { url, perSecond: 200 })
  const sum = (cpu: ReadonlyMap<string, number>) => [...cpu.values()].reduce((all, ms) => all + ms, 0)
  return (sum(many.cpu) - sum(few.cpu)) / (many.readsPerSecond - few.readsPerSecond)
}

/** Begins to count once the lead is over. @returns a function that ends it, and tells what there was in a second */
function gaugeAfterLead({ path, crowd }: Cast): () => Promise<Pick<Step, 'cpu' | 'messages' | 'written'>> {
  const look = async () => ({ ...(await lookAt(path)), messages: await crowd.messages() })
  const first = sleep(LEAD_SECONDS * 1000).then(look)
  return async () => {
    const from = await first
    const to = await look()
    const { seconds, ...spent } = between(from, to)
    return { ...spent, messages: (to.messages - from.messages) / seconds }
  }
}

type Look = { readonly at: number; readonly cpu: ReadonlyMap<string, bigint>; readonly written: Written }

async function lookAt({ processes, written }: BuiltPath): Promise<Look> {
  const cpu = new Map([...processes].map(([name, pid]) => [name, cpuOfTree(pid)]))
  return { at: moment(), cpu, written: await written() }
}

/** What was spent from one look to another, for each second of it. */
function between(from: Look, to: Look) {
  const seconds = (to.at - from.at) / 1000
  const spent = (name: string) => Number((to.cpu.get(name) ?? 0n) - (from.cpu.get(name) ?? 0n)) / 1e6
  return {
    seconds,
    cpu: new Map([...to.cpu.keys()].map((name) => [name, spent(name) / seconds])),
    written: {
      commits: (to.written.commits - from.written.commits) / seconds,
      bytes: (to.written.bytes - from.written.bytes) / seconds,
    },
  }
}

/** Gifts without an answer, and payments that M-Pesa has told of and no socket has. */
function countWaiting(
  offered: readonly Offered[],
  mpesa: PlayedMpesa,
  before: ReadonlyMap<string, number>,
  watchers: Watchers,
): number {
  const unanswered = offered.filter(({ answer }) => answer === undefined).length
  const taken = offered.filter(({ phone }) => mpesa.taken.has(phone)).length
  const counted = [...watchers.counts()].reduce(
    (sum, [video, count]) => sum + count - (before.get(video) ?? 0),
    0,
  )
  return unanswered + taken - counted
}

/** @throws Error where a video's socket does not end with exactly the gifts that M-Pesa took */
async function untilCounted(
  offered: readonly Offered[],
  mpesa: PlayedMpesa,
  before: ReadonlyMap<string, number>,
  watchers: Watchers,
): Promise<void> {
  const expected = new Map(before)
  for (const { phone, video } of offered)
    if (mpesa.taken.has(phone)) expected.set(video, (expected.get(video) ?? 0) + 1)
  const wrong = () => [...watchers.counts()].filter(([video, count]) => count !== expected.get(video))
  await until('every gift that M-Pesa took is counted once', () => wrong().length === 0, 20).catch(() => {
    const told = wrong().map(([video, count]) => `${video} has ${count} and not ${expected.get(video)}`)
    throw new Error(`Not every gift that M-Pesa took is counted once: ${told.join(', ')}.`)
  })
}

async function delaysOf(
  { path, mpesa, watchers }: Cast,
  offered: readonly Offered[],
  before: ReadonlyMap<string, number>,
): Promise<number[]> {
  const paid = offered.filter(({ phone }) => mpesa.taken.has(phone))
  const places = await path.places(paid.map(({ phone }) => phone))
  const from = (offered[0]?.sentAt ?? 0) + LEAD_SECONDS * 1000
  return paid.flatMap(({ phone, video }) => {
    const place = places.get(phone)
    const sentAt = mpesa.taken.get(phone) ?? 0
    if (place === undefined) throw new Error(`M-Pesa took the gift of ${phone}, and it was not counted.`)
    if (sentAt < from) return []
    const seenAt = watchers.seenAt(video, (before.get(video) ?? 0) + place)
    return [(seenAt ?? Number.NaN) - sentAt]
  })
}

function whyNot(
  offered: readonly Offered[],
  {
    perSecond,
    seconds,
    waiting,
    visibleP99,
  }: { perSecond: number; seconds: number; waiting: number; visibleP99: number },
): string | undefined {
  if (offered.length + 1 < perSecond * (LEAD_SECONDS + seconds) * 0.98)
    return 'too many gifts were unanswered'
  const refused = offered.filter(({ answer }) => answer?.kind !== 'prompt')
  if (refused.length > 0) return `${refused.length} gifts got no prompt: ${refused[0]?.answer?.told}`
  if (waiting > perSecond) return `${waiting} gifts waited in the end`
  if (!(visibleP99 <= MOST_VISIBLE_MS)) return `p99 from callback to socket ${Math.round(visibleP99)} ms`
  return undefined
}
