import { parseArgs } from 'node:util'
import type { BuiltPath, Written } from './finale/built-path.ts'
import { expectCountedOnce } from './finale/counted-once.ts'
import { withPlainBuild } from './finale/plain-path.ts'
import { findMpesaPort, startPlayedMpesa } from './finale/played-mpesa.ts'
import { type Waits, withProduct } from './finale/product-path.ts'
import { type Found, findHighest, tellAnswers } from './finale/search.ts'
import { amount, compareRates, type Row, unmeasured } from './report.ts'
import { expectBalance, openStage } from './stage.ts'
import { buildYardstickApp } from './yardstick-app.ts'

const ways: readonly Waits[] = ['socket', 'polls', 'none']
/** Sockets and gifts are spread over so many. */
const VIDEOS = 10
const FIRST_RATE = 50
/** So much more than a plain build it is to hold. */
const TIMES_PLAIN = 8
/** So many times what holds is offered in the end. */
const ABOVE = 3
const MOST_VISIBLE_MS = 1_000
const FAST = 1_000
const MOST_VISIBLE_FAST_MS = 110

export interface FinaleOptions {
  /** How long the highest rate has to hold. */
  seconds: number
  /** How long each rate on the way to it is offered. */
  step: number
  sockets: number
  /** Milliseconds from a prompt to M-Pesa's acknowledgement. */
  acknowledge: number
  /** Milliseconds from the acknowledgement to the callback. */
  pay: number
  /** How payers wait for their gift; those of the plain build ask once a second wherever they wait. */
  waits: Waits
  /** Without the plain build. */
  alone: boolean
  /** This rate alone, whether or not it holds: what a gift costs there. 0 looks for the highest that holds. */
  rate: number
}

/** @throws Error for an option that does not exist, or is no number */
export function readFinaleOptions(args: string[]): FinaleOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      seconds: text,
      step: text,
      sockets: text,
      acknowledge: text,
      pay: text,
      rate: text,
      waits: text,
      alone: { type: 'boolean' },
    },
  })
  const read = (name: Exclude<keyof typeof values, 'alone' | 'waits'>, usual: number) => {
    const value = Number(values[name] ?? usual)
    if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} is no number.`)
    return value
  }
  const waits = ways.find((way) => way === (values.waits ?? 'socket'))
  if (!waits) throw new Error(`--waits is none of ${ways.join(', ')}.`)
  return {
    waits,
    seconds: read('seconds', 60),
    step: read('step', 6),
    sockets: read('sockets', 2_000),
    acknowledge: read('acknowledge', 0),
    pay: read('pay', 2_000),
    alone: values.alone ?? false,
    rate: read('rate', 0),
  }
}

/** The whole path of a gift, from the tap to the count on a socket, on one machine with everything that it needs. */
export async function measureFinale(options: FinaleOptions): Promise<Row[]> {
  if (!options.alone) await buildYardstickApp()
  const { port, origin } = await findMpesaPort()
  const stage = await openStage({ MPESA_BASE_URL: origin, TRUSTED_PROXY_HOPS: '1' })
  const leave = () => void stage.end().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  const temper = { acknowledgesAfter: options.acknowledge, paysAfter: options.pay }
  try {
    return await stage.during(
      () => startPlayedMpesa(port, stage.dataDir, temper),
      async (mpesa) => {
        const find = (first: number, above?: number) => (path: BuiltPath) =>
          findHighest(stage, path, mpesa, { ...options, first, ...(above ? { above } : {}) })
        const product = await withProduct(
          stage,
          { videos: VIDEOS, waits: options.waits },
          find(FIRST_RATE, ABOVE),
        )
        await expectBalance(stage.database)
        await expectCountedOnce(stage, mpesa)
        if (options.alone) return rowsOf(product, undefined, options)
        console.log('The plain build:')
        const plain = await withPlainBuild(
          stage,
          origin,
          { videos: VIDEOS, waits: options.waits },
          find(FIRST_RATE / 5),
        )
        return rowsOf(product, plain, options)
      },
    )
  } finally {
    await stage.end()
  }
}

/** What payers and readers get while more is asked than holds; that nothing is lost then is checked before. */
function floodRows({ flooded }: Found): Row[] {
  if (!flooded) return []
  const at = `at ${amount(flooded.perSecond)}/s`
  return [
    figure(`Above what holds, ${at} : what payers were told`, tellAnswers(flooded)),
    figure('… POST of a gift, p95', told(flooded.postP95, flooded.postMedian)),
    figure('… callback to socket, p99', told(flooded.visibleP99, flooded.visibleMedian)),
    figure('… the feed meanwhile, p95', told(flooded.readP95)),
  ]
}

function rowsOf(product: Found, plain: Found | undefined, { seconds, sockets }: FinaleOptions): Row[] {
  const what = `Whole path, ${sockets} sockets : a plain build, gifts held for ${seconds} s`
  const { held } = product
  if (!held) return [unmeasured(what, 'no rate held')]
  const fast = product.steps.findLast(({ perSecond, why }) => perSecond >= FAST && why === undefined)
  return [
    plain?.held
      ? compareRates(what, held.perSecond, plain.held.perSecond, TIMES_PLAIN)
      : figure(what, `${amount(held.perSecond)}/s`),
    figure(
      '… POST of a gift, p95',
      told(held.postP95, held.postMedian),
      told(plain?.held?.postP95, plain?.held?.postMedian),
    ),
    {
      ...figure(
        '… callback to socket, p99',
        told(held.visibleP99, held.visibleMedian),
        told(plain?.held?.visibleP99, plain?.held?.visibleMedian),
      ),
      ...bounded(held.visibleP99, MOST_VISIBLE_MS),
    },
    fast
      ? {
          ...figure(`… the same at ${amount(FAST)}/s`, told(fast.visibleP99, fast.visibleMedian)),
          ...bounded(fast.visibleP99, MOST_VISIBLE_FAST_MS),
        }
      : unmeasured(`… the same at ${amount(FAST)}/s`, 'more than this machine holds'),
    figure('… the feed meanwhile, p95', told(held.readP95), told(plain?.held?.readP95)),
    figure('… messages to sockets', `${amount(held.messages)}/s`, rate(plain?.held?.messages)),
    ...[...held.cpu.keys(), ALL].map((name) =>
      figure(`… CPU of ${name} for a gift`, cpuForGift(product, name), plain && cpuForGift(plain, name)),
    ),
    figure(
      '… transactions of Postgres for a gift',
      perGift(product, 'commits'),
      plain && perGift(plain, 'commits'),
    ),
    figure('… bytes of its log for a gift', perGift(product, 'bytes'), plain && perGift(plain, 'bytes')),
    ...[...product.reads].map(([name, ms]) =>
      figure(`… CPU for a read of ${name}`, microseconds(ms), microseconds(plain?.reads.get(name))),
    ),
    figure('… CPU of realtime for a message', cpuForMessage(product), plain && cpuForMessage(plain)),
    ...floodRows(product),
  ]
}

const ALL = 'all of them'

/**
 * What a gift takes beyond what watching and reading take by themselves, at the highest rate held: from the first gift until all
 * were counted, so that it is the same whether or not the machine has kept up.
 */
function cpuForGift({ held, resting }: Found, name: string): string {
  if (!held) return '–'
  const { cpu, gifts, seconds } = held.whole
  const names = name === ALL ? [...cpu.keys()] : [name]
  const spent = names.reduce((sum, one) => sum + (cpu.get(one) ?? 0) - (resting.get(one) ?? 0), 0)
  return `${amount((spent * seconds) / gifts)} ms`
}

/** Of realtime, which has nothing else to do than to hear of votes and tell of them. */
function cpuForMessage({ held, resting }: Found): string {
  if (!held) return '–'
  const spent = (held.cpu.get('realtime') ?? 0) - (resting.get('realtime') ?? 0)
  return microseconds(spent / held.messages)
}

function perGift({ held }: Found, of: keyof Written): string {
  return held ? amount((held.whole.written[of] * held.whole.seconds) / held.whole.gifts) : '–'
}

const microseconds = (ms: number | undefined) => (ms === undefined ? '–' : `${amount(ms * 1_000)} µs`)

const figure = (what: string, measured: string, yardstick = '–'): Row => ({
  what,
  measured,
  yardstick,
  target: {},
  missing: '',
})

const bounded = (value: number, atMost: number) => ({
  ratio: value,
  target: { atMost, unit: ' ms' },
  missing: undefined,
})

const rate = (value: number | undefined) => (value === undefined ? '–' : `${amount(value)}/s`)

function told(ms: number | undefined, median?: number): string {
  if (ms === undefined) return '–'
  return `${ms.toFixed(0)} ms${median === undefined ? '' : ` (median ${median.toFixed(0)})`}`
}
