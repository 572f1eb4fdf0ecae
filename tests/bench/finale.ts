import { parseArgs } from 'node:util'
import type { BuiltPath } from './finale/built-path.ts'
import { startCrowd } from './finale/crowd.ts'
import { findMpesaPort, type PlayedMpesa, startPlayedMpesa } from './finale/played-mpesa.ts'
import { withProduct } from './finale/product-path.ts'
import { type Cast, restingCpu, runStep, type Step } from './finale/steps.ts'
import { openWatchers } from './finale/watchers.ts'
import { amount, type Row, unmeasured } from './report.ts'
import { expectBalance, openStage, type Stage } from './stage.ts'

const VIDEOS = 10
const FIRST_RATE = 50
const TOP_RATE = 1_600
/** Looked for between the last rate that held and the first that did not. */
const HALVINGS = 2
/** Where a rate that held for some seconds does not hold for a minute, this part of it is tried. */
const LESS = 0.85

export interface FinaleOptions {
  /** How long the highest rate has to hold. */
  seconds: number
  /** How long each rate on the way to it is offered. */
  step: number
  sockets: number
  /** Milliseconds from a prompt to M-Pesa's acknowledgement, and from there to the callback. */
  acknowledge: number
  pay: number
}

/** @throws Error naming an option that does not exist or is no number */
export function readFinaleOptions(args: string[]): FinaleOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { seconds: text, step: text, sockets: text, acknowledge: text, pay: text },
  })
  const read = (name: keyof typeof values, usual: number) => {
    const value = Number(values[name] ?? usual)
    if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} is not a number.`)
    return value
  }
  return {
    seconds: read('seconds', 60),
    step: read('step', 8),
    sockets: read('sockets', 2_000),
    acknowledge: read('acknowledge', 0),
    pay: read('pay', 2_000),
  }
}

/** The whole path of a gift, from the tap to the count on a socket, on one machine with everything that it needs. */
export async function measureFinale(options: FinaleOptions): Promise<Row[]> {
  const played = await findMpesaPort()
  const stage = await openStage({ MPESA_BASE_URL: played.origin, TRUSTED_PROXY_HOPS: '1' })
  const leave = () => void stage.end().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  try {
    return await stage.during(
      () =>
        startPlayedMpesa(played.port, stage.dataDir, {
          acknowledgesAfter: options.acknowledge,
          paysAfter: options.pay,
        }),
      async (mpesa) => {
        const product = await withProduct(stage, VIDEOS, (path) => findHighest(stage, path, mpesa, options))
        await expectBalance(stage.database)
        await expectCountedOnce(stage, mpesa)
        return rowsOf(product, options)
      },
    )
  } finally {
    await stage.end()
  }
}

/** @throws Error unless each gift that M-Pesa took money for has one journal, and no other gift has one */
async function expectCountedOnce({ database }: Stage, mpesa: PlayedMpesa): Promise<void> {
  const { rows } = await database.query<{ phone: string; journals: number }>(
    `SELECT i.phone, (SELECT count(*) FROM journal j WHERE j.source_type = 'payment_intent' AND j.source_id = i.id::text)::int AS journals
      FROM payment_intent i WHERE i.phone LIKE '25478%' AND i.account_reference <> '' AND i.purpose = 'gift'`,
  )
  const counted = new Map(rows.map(({ phone, journals }) => [phone, journals]))
  const wrong = [...mpesa.taken.keys()].filter((phone) => counted.get(phone) !== 1)
  if (wrong.length > 0) throw new Error(`${wrong.length} gifts that M-Pesa took are not counted once.`)
}

interface Found {
  /** The highest rate that held for as long as was asked for; undefined where none did. */
  held?: Step
  steps: Step[]
  resting: ReadonlyMap<string, number>
}

async function findHighest(
  stage: Stage,
  path: BuiltPath,
  mpesa: PlayedMpesa,
  { seconds, step, sockets }: FinaleOptions,
): Promise<Found> {
  const paths = path.videos.map((video) => path.socketPath(video))
  const { socketPort: port, greeting } = path
  return stage.during(
    () => startCrowd(stage.dataDir, { port, size: sockets, paths, greeting }),
    async (crowd) => {
      const urls = new Map(
        path.videos.map((video) => [video, `ws://127.0.0.1:${port}${path.socketPath(video)}`]),
      )
      const watchers = await openWatchers(urls, greeting, path.readCount)
      const cast: Cast = { path, mpesa, crowd, watchers }
      try {
        await runStep(cast, FIRST_RATE, step)
        const resting = await restingCpu(cast, step)
        const steps: Step[] = []
        const hold = async (rate: number, forSeconds: number) => {
          const one = await runStep(cast, Math.round(rate), forSeconds)
          steps.push(one)
          console.log(tellStep(one))
          return one
        }
        let rate = await climb(hold, step)
        let held: Step | undefined
        while (rate >= 1 && held === undefined) {
          const one = await hold(rate, seconds)
          if (one.why === undefined) held = one
          rate *= LESS
        }
        return { ...(held ? { held } : {}), steps, resting }
      } finally {
        watchers.close()
      }
    },
  )
}

/** Doubles the rate until it does not hold, and halves the way back. @returns the highest that held, 0 where none did */
async function climb(
  hold: (rate: number, seconds: number) => Promise<Step>,
  seconds: number,
): Promise<number> {
  let [low, high] = [0, FIRST_RATE]
  while (high <= TOP_RATE && (await hold(high, seconds)).why === undefined) [low, high] = [high, high * 2]
  for (let halving = 0; halving < HALVINGS && high <= TOP_RATE; halving++) {
    const middle = (low + high) / 2
    if ((await hold(middle, seconds)).why === undefined) low = middle
    else high = middle
  }
  return low
}

function tellStep(step: Step): string {
  const cpu = [...step.cpu].map(([name, ms]) => `${name} ${Math.round(ms / 10)}%`).join(', ')
  return (
    `${step.perSecond}/s for ${step.seconds} s: POST p95 ${step.postP95.toFixed(0)} ms (median ${step.postMedian.toFixed(0)}), ` +
    `callback to socket p99 ${step.visibleP99.toFixed(0)} ms (median ${step.visibleMedian.toFixed(0)}), ` +
    `feed p95 ${step.readP95.toFixed(0)} ms, ${Math.round(step.messages)} messages/s; ${cpu}` +
    (step.why === undefined ? '' : `; does not hold: ${step.why}`)
  )
}

function rowsOf({ held, steps, resting }: Found, { seconds, sockets }: FinaleOptions): Row[] {
  const what = `Whole path, ${sockets} sockets watching`
  if (!held) return [unmeasured(what, 'no rate held')]
  const fast = steps.find(({ perSecond, why }) => perSecond >= 1_000 && why === undefined)
  const plain = (of: string, measured: string): Row => ({
    what: of,
    measured,
    yardstick: '–',
    target: {},
    missing: '',
  })
  return [
    plain(`${what} : gifts held for ${seconds} s`, `${amount(held.perSecond)}/s`),
    plain('… POST of a gift, p95', `${held.postP95.toFixed(0)} ms (median ${held.postMedian.toFixed(0)})`),
    {
      what: '… callback to socket, p99',
      measured: `${held.visibleP99.toFixed(0)} ms (median ${held.visibleMedian.toFixed(0)})`,
      yardstick: '–',
      ratio: held.visibleP99,
      target: { atMost: 1_000, unit: ' ms' },
    },
    fast
      ? {
          what: '… the same at 1,000/s',
          measured: `${fast.visibleP99.toFixed(0)} ms`,
          yardstick: '–',
          ratio: fast.visibleP99,
          target: { atMost: 110, unit: ' ms' },
        }
      : unmeasured('… the same at 1,000/s', 'this machine does not hold 1,000/s'),
    plain('… feed, p95 meanwhile', `${held.readP95.toFixed(0)} ms`),
    plain('… messages to sockets', `${amount(held.messages)}/s`),
    ...[...held.cpu].map(([name, ms]) => {
      const each = (ms - (resting.get(name) ?? 0)) / held.perSecond
      return plain(`… CPU of ${name} for a gift`, `${amount(each)} ms (${amount(ms / 10)}% of a core)`)
    }),
  ]
}
