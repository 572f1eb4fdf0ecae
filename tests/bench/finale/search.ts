import { amount } from '../report.ts'
import type { Stage } from '../stage.ts'
import type { BuiltPath } from './built-path.ts'
import { startCrowd } from './crowd.ts'
import type { PlayedMpesa } from './played-mpesa.ts'
import { type Cast, costOfRead, restingCpu, runStep, type Step } from './steps.ts'
import { openWatchers } from './watchers.ts'

export interface SearchOptions {
  /** The rate that is offered first: it is doubled from there. */
  first: number
  /** How many times the highest rate is offered in the end, to see what gives; not at all where it is left out. */
  above?: number
  /** How long the highest rate has to hold. */
  seconds: number
  /** How long each rate on the way to it is offered. */
  step: number
  sockets: number
  /** The only rate that is offered; 0 looks for the highest. */
  rate: number
}

export interface Found {
  /** The highest rate that held for as long as was asked for; undefined where none did. */
  held?: Step
  /** What became of more than it holds. */
  flooded?: Step
  steps: Step[]
  /** Milliseconds of CPU a second, by process, while nobody gives. */
  resting: ReadonlyMap<string, number>
  /** Milliseconds of CPU for one read, by what is read. */
  reads: ReadonlyMap<string, number>
}

/** No machine that this is run on does more. */
const TOP_RATE = 1_600
/** Longer than a payer is let wait for the prompt. */
const FLOOD_SECONDS = 15
/** Looked for between the last rate that held and the first that did not. */
const HALVINGS = 2
/** A rate that held for some seconds seldom holds for long: this part of it is tried, and of that again, until one does. */
const LESS = 0.85

type Hold = (perSecond: number, seconds: number) => Promise<Step>

/** Looks for the highest rate that a path holds, and has it hold that. What each step came to is printed as it ends. */
export async function findHighest(
  { dataDir, during }: Stage,
  path: BuiltPath,
  mpesa: PlayedMpesa,
  { first, above, seconds, step, sockets, rate }: SearchOptions,
): Promise<Found> {
  const { socketPort: port, greeting, heartbeat, videos } = path
  const paths = videos.map((video) => path.socketPath(video))
  return during(
    () => startCrowd(dataDir, { port, size: sockets, paths, greeting, heartbeat }),
    async (crowd) => {
      const urls = new Map(videos.map((video) => [video, `ws://127.0.0.1:${port}${path.socketPath(video)}`]))
      const watchers = await openWatchers(urls, greeting, path.readCount)
      const cast = { path, mpesa, crowd, watchers }
      try {
        await runStep(cast, first, step)
        const { cpu: resting } = await restingCpu(cast, step)
        console.log(`Nobody gives: CPU ${tellCpu(resting)}`)
        const reads = await costsOfReads(cast, step)
        const steps: Step[] = []
        const hold: Hold = async (perSecond, forSeconds) => {
          const one = await runStep(cast, Math.round(perSecond), forSeconds)
          steps.push(one)
          console.log(tellStep(one))
          return one
        }
        if (rate > 0) {
          const only = await runStep(cast, rate, seconds, true)
          console.log(tellStep(only))
          return { held: only, steps: [only], resting, reads }
        }
        const held = await holdHighest(hold, await climb(hold, first, step), seconds)
        const flooded =
          held && above
            ? await runStep(cast, Math.round(held.perSecond * above), FLOOD_SECONDS, true)
            : undefined
        if (flooded) console.log(tellStep(flooded))
        return { ...(held ? { held } : {}), ...(flooded ? { flooded } : {}), steps, resting, reads }
      } finally {
        watchers.close()
      }
    },
  )
}

async function costsOfReads(cast: Cast, seconds: number): Promise<Map<string, number>> {
  const { feed, giftPage } = cast.path
  const reads = new Map([['the feed', await costOfRead(cast, seconds, feed)]])
  if (giftPage) reads.set('a gift by who waits for it', await costOfRead(cast, seconds, await giftPage()))
  return reads
}

/** Doubles the rate until it does not hold, and halves the way back. @returns the highest that held, 0 where none did */
async function climb(hold: Hold, first: number, seconds: number): Promise<number> {
  let [low, high] = [0, first]
  while (high <= TOP_RATE && (await hold(high, seconds)).why === undefined) [low, high] = [high, high * 2]
  for (let halving = 0; halving < HALVINGS && high <= TOP_RATE; halving++) {
    const middle = (low + high) / 2
    if ((await hold(middle, seconds)).why === undefined) low = middle
    else high = middle
  }
  return low
}

async function holdHighest(hold: Hold, highest: number, seconds: number): Promise<Step | undefined> {
  for (let rate = highest * LESS; rate >= 1; rate *= LESS) {
    const one = await hold(rate, seconds)
    if (one.why === undefined) return one
  }
  return undefined
}

function tellStep(step: Step): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return [
    `${step.perSecond}/s for ${step.seconds} s: POST p95 ${ms(step.postP95)} (median ${ms(step.postMedian)})`,
    `callback to socket p99 ${ms(step.visibleP99)} (median ${ms(step.visibleMedian)})`,
    `feed p95 ${ms(step.readP95)}`,
    `${Math.round(step.messages)} messages/s`,
    `CPU ${tellCpu(step.cpu)}`,
    `told: ${tellAnswers(step)}`,
    ...(step.why === undefined ? [] : [`does not hold: ${step.why}`]),
  ].join('; ')
}

/** @returns as `1,200 prompt, 30 Paybill` */
export function tellAnswers({ answers }: Step): string {
  return [...answers].map(([kind, count]) => `${amount(count)} ${kind}`).join(', ')
}

/** @param cpu milliseconds a second */
function tellCpu(cpu: ReadonlyMap<string, number>): string {
  return [...cpu].map(([name, spent]) => `${name} ${(spent / 10).toFixed(1)}%`).join(', ')
}
