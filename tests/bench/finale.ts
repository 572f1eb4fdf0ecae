import { parseArgs } from 'node:util'
import type { BuiltPath } from './finale/built-path.ts'
import { withPlainBuild, withProduct } from './finale/paths.ts'
import { startPlayedMpesa } from './finale/played-mpesa.ts'
import { type Found, findHighest, type SearchOptions, type Step } from './finale/search.ts'
import { amount, bounded, compareRates, plain, type Row, readNumber, unmeasured } from './report.ts'
import { expectBalance, openStage, type Stage } from './stage.ts'
import { buildYardstickApp } from './yardstick-app.ts'

const text = { type: 'string' } as const
const optionTypes = {
  seconds: text,
  step: text,
  sockets: text,
  acknowledge: text,
  pay: text,
  rate: text,
  waits: text,
  alone: { type: 'boolean' },
} as const
const ways = ['socket', 'polls', 'none'] as const

/**
 * The whole path of a gift, from the tap to the count on a socket, on one machine. Options are in README.md.
 */
export async function measureFinale(args: string[]): Promise<Row[]> {
  const { values } = parseArgs({ args, options: optionTypes })
  const waits = ways.find((way) => way === (values.waits ?? 'socket'))
  if (!waits) throw new Error(`--waits is none of ${ways.join(', ')}.`)
  const options: SearchOptions = {
    first: 50,
    seconds: readNumber(values, 'seconds', 60),
    step: readNumber(values, 'step', 6),
    sockets: readNumber(values, 'sockets', 2_000),
    rate: readNumber(values, 'rate', 0),
  }
  const temper = {
    acknowledgesAfter: readNumber(values, 'acknowledge', 0),
    paysAfter: readNumber(values, 'pay', 2_000),
  }
  if (!values.alone) await buildYardstickApp()
  const mpesa = await startPlayedMpesa(temper)
  const stage = await openStage({ MPESA_BASE_URL: mpesa.origin, TRUSTED_PROXY_HOPS: '1' })
  try {
    const find = (first: number) => (path: BuiltPath) =>
      findHighest(stage, path, mpesa, { ...options, first })
    const product = await withProduct(stage, waits, find(options.first))
    await expectBalance(stage.database)
    await expectCountedOnce(stage, [...mpesa.taken.keys()])
    console.log('Every invariant of the ledger holds, and each gift that M-Pesa took is counted once.')
    if (values.alone) return rowsOf(product, undefined, options)
    console.log('The plain build:')
    const yardstick = await withPlainBuild(stage, mpesa.origin, waits, find(options.first / 5))
    return rowsOf(product, yardstick, options)
  } finally {
    await stage.end()
    await mpesa.end()
  }
}

/** @throws Error unless each gift that M-Pesa charged has one journal */
async function expectCountedOnce({ database }: Stage, phones: string[]): Promise<void> {
  const { rowCount } = await database.query(
    `SELECT FROM payment_intent i
      JOIN journal j ON j.source_type = 'payment_intent' AND j.source_id = i.id::text AND j.type = 'gift'
      WHERE i.purpose = 'gift' AND i.phone = ANY($1) GROUP BY i.phone HAVING count(*) = 1`,
    [phones],
  )
  if (rowCount !== phones.length)
    throw new Error(`Of ${phones.length} gifts that M-Pesa took ${rowCount} are counted once.`)
}

function rowsOf(product: Found, yardstick: Found | undefined, { seconds, sockets }: SearchOptions): Row[] {
  const what = `Whole path, ${sockets} sockets : a plain build, gifts held for ${seconds} s`
  const { held, half } = product
  if (!held) return [unmeasured(what, 'no rate held')]
  const theirs = yardstick?.held
  const times = (step: Step | undefined, of: 'post' | 'visible') =>
    step ? `${amount(step[of].high)} ms (median ${amount(step[of].median)})` : '–'
  const perGift = (found: Found | undefined, name?: string) =>
    found?.held ? `${amount(cpuForGift(found, name))} ms` : '–'
  return [
    theirs
      ? compareRates(what, held.perSecond, theirs.perSecond, 6)
      : plain(what, `${amount(held.perSecond)}/s`),
    ...[...held.cpu.keys()].map((name) =>
      plain(`… CPU of ${name} for a gift`, perGift(product, name), perGift(yardstick, name)),
    ),
    bounded('… CPU of all processes for a gift', cpuForGift(product), 12.8, ' ms', perGift(yardstick)),
    plain('… POST of a gift, p95', times(held, 'post'), times(theirs, 'post')),
    plain('… callback to socket, p99', times(held, 'visible'), times(theirs, 'visible')),
    half
      ? bounded(`… callback to socket at ${half.perSecond}/s, p99`, half.visible.high, 250, ' ms')
      : unmeasured('… callback to socket at half of what holds', 'one rate alone was offered'),
  ]
}

/**
 * Milliseconds of CPU per gift beyond watching and reading, at the highest rate held: from the first gift
 * until all were counted, so it is independent of the machine's speed.
 */
function cpuForGift({ held, resting }: Found, name?: string): number {
  if (!held) return Number.NaN
  const names = name === undefined ? [...held.cpu.keys()] : [name]
  const spent = names.reduce((sum, one) => sum + (held.cpu.get(one) ?? 0) - (resting.get(one) ?? 0), 0)
  return (spent * held.whole.seconds) / held.whole.gifts
}
