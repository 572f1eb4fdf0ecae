import { parseArgs } from 'node:util'
import { z } from 'zod'
import { findFreePort } from '#server/local/free-port.ts'
import type { BuiltPath } from './finale/built-path.ts'
import { startMpesa } from './finale/mpesa.ts'
import { waits, withPlainBuild, withProduct } from './finale/paths.ts'
import { type Found, findHighest, type Step } from './finale/search.ts'
import { amount, bounded, compareRates, type Row } from './report.ts'
import { expectBalance, openStage, Parts, type Stage } from './stage.ts'

const count = z.coerce.number().min(0)
const asked = z.object({
  seconds: count.default(60),
  step: count.default(6),
  sockets: count.default(2_000),
  acknowledge: count.default(0),
  pay: count.default(2_000),
  rate: count.default(0),
  waits: z.enum(waits).default('socket'),
  alone: z.boolean().default(false),
})
const FIRST_RATE = 50

/**
 * The whole path of a gift, from the tap to the count on a socket, on one machine. Options are in
 * docs/speed.md.
 */
export async function measureFinale(args: string[]): Promise<Row[]> {
  const texts = ['seconds', 'step', 'sockets', 'acknowledge', 'pay', 'rate', 'waits']
  const types = Object.fromEntries(texts.map((name) => [name, { type: 'string' } as const]))
  const given = parseArgs({ args, options: { ...types, alone: { type: 'boolean' } } })
  const options = asked.parse(given.values)
  const mpesaPort = await findFreePort()
  const mpesaUrl = `http://127.0.0.1:${mpesaPort}`
  await using stage = await openStage({ MPESA_BASE_URL: mpesaUrl, TRUSTED_PROXY_HOPS: '1' })
  await using parts = new Parts()
  const mpesa = await parts.keep(startMpesa(stage.dataDir, mpesaPort, options))
  const find = (first: number) => (path: BuiltPath) => findHighest(stage, path, mpesa, { ...options, first })
  const product = await withProduct(stage, options.waits, find(FIRST_RATE))
  await expectBalance(stage.database)
  await expectCountedOnce(stage, [...mpesa.taken.keys()])
  console.log('Every invariant of the ledger holds, and each gift that M-Pesa took is counted once.')
  if (options.alone) return rowsOf(product, undefined, options)
  console.log('The plain build:')
  const yardstick = await withPlainBuild(stage, mpesaUrl, options.waits, find(FIRST_RATE / 5))
  return rowsOf(product, yardstick, options)
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

type Asked = z.output<typeof asked>

function rowsOf(product: Found, yardstick: Found | undefined, { seconds, sockets }: Asked): Row[] {
  const what = `Whole path, ${sockets} sockets : a plain build, gifts held for ${seconds} s`
  const { held, half } = product
  if (!held) return [{ what, missing: 'no rate held' }]
  const theirs = yardstick?.held
  const times = (step: Step | undefined, of: 'post' | 'visible') =>
    step && `${amount(step[of].high)} ms (median ${amount(step[of].median)})`
  const perGift = (name?: string) => ({
    measured: `${amount(cpuForGift(product, name))} ms`,
    yardstick: theirs && `${amount(cpuForGift(yardstick, name))} ms`,
  })
  return [
    theirs
      ? compareRates(what, held.perSecond, theirs.perSecond, 6)
      : { what, measured: `${amount(held.perSecond)}/s` },
    ...[...held.cpu.keys()].map((name) => ({ what: `… CPU of ${name} for a gift`, ...perGift(name) })),
    bounded('… CPU of all processes for a gift', cpuForGift(product), 12.8, ' ms', perGift().yardstick),
    { what: '… POST of a gift, p95', measured: times(held, 'post'), yardstick: times(theirs, 'post') },
    {
      what: '… callback to socket, p99',
      measured: times(held, 'visible'),
      yardstick: times(theirs, 'visible'),
    },
    half
      ? bounded(`… callback to socket at ${half.perSecond}/s, p99`, half.visible.high, 250, ' ms')
      : { what: '… callback to socket at half of what holds', missing: 'one rate alone was offered' },
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
