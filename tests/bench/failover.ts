import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultDataDir } from '#server/local/config.ts'
import { startPostgresPair } from '../support/postgres-pair.ts'
import type { BuiltPath } from './finale/built-path.ts'
import { expectCountedOnce } from './finale/counted-once.ts'
import { moment } from './finale/moments.ts'
import { type Offered, offerGifts } from './finale/payers.ts'
import { findMpesaPort, type PlayedMpesa, startPlayedMpesa } from './finale/played-mpesa.ts'
import { withProduct } from './finale/product-path.ts'
import { openWatchers, type Watchers } from './finale/watchers.ts'
import { amount, type Row } from './report.ts'
import { expectBalance, openStage, type Stage } from './stage.ts'

const VIDEOS = 10
/** When the primary is killed, and how much later somebody has its standby promoted, in ms. */
const KILLED_AFTER_MS = 5_000
const PROMOTED_AFTER_MS = 2_000
const SECONDS = 20
const MOST_SECONDS = 30
/** M-Pesa repeats a callback that was not answered with 200. */
const TEMPER = { acknowledgesAfter: 0, paysAfter: 2_000, repeatsAfter: 1_000 }

/**
 * PostgreSQL's primary killed while people give, its standby promoted, and the address moved: web, worker and realtime are
 * processes of their own, and none is started again.
 * @throws Error where an acknowledged gift or payment is missing or counted twice, or a process has ended
 */
export async function measureFailover(perSecond: number): Promise<Row[]> {
  mkdirSync(defaultDataDir, { recursive: true })
  const pair = await startPostgresPair(mkdtempSync(path.join(defaultDataDir, 'bench-pair-')))
  const { port, origin } = await findMpesaPort()
  try {
    const stage = await openStage({
      DATABASE_URL: pair.url,
      MPESA_BASE_URL: origin,
      TRUSTED_PROXY_HOPS: '1',
    })
    try {
      return await stage.during(
        () => startPlayedMpesa(port, stage.dataDir, TEMPER),
        (mpesa) =>
          withProduct(stage, { videos: VIDEOS, waits: 'none' }, async (built) => {
            const failOver = async () => {
              await pair.killPrimary()
              const killedAt = moment()
              await sleep(PROMOTED_AFTER_MS)
              await pair.promoteStandby()
              return killedAt
            }
            return rowsOf(perSecond, await giveMeanwhile(stage, built, mpesa, perSecond, failOver))
          }),
      )
    } finally {
      await stage.end()
    }
  } finally {
    await pair.end()
  }
}

type Outcome = { offered: readonly Offered[]; acknowledged: number; killedAt: number; worksAt: number }

async function giveMeanwhile(
  stage: Stage,
  built: BuiltPath,
  mpesa: PlayedMpesa,
  perSecond: number,
  failOver: () => Promise<number>,
): Promise<Outcome> {
  const { socketPort, socketPath, greeting, readCount, videos } = built
  const urls = new Map(videos.map((video) => [video, `ws://127.0.0.1:${socketPort}${socketPath(video)}`]))
  const watchers = await openWatchers(urls, greeting, readCount)
  try {
    const before = watchers.counts()
    const giving = offerGifts(
      { videos, requestFor: built.requestFor },
      { perSecond, seconds: SECONDS },
      () => false,
    )
    const killedAt = await sleep(KILLED_AFTER_MS).then(failOver)
    const { offered, answered } = await giving
    await answered
    await mpesa.untilQuiet()
    await built.untilSettled()
    await expectBalance(stage.database)
    await expectCountedOnce(stage, mpesa)
    const acknowledged = await expectOrdersKept(stage, offered)
    for (const name of ['web', 'worker', 'realtime']) process.kill(built.processes.get(name) ?? 0, 0)
    const worksAt = await firstSeen(built, watchers, { offered, before, killedAt })
    return { offered, acknowledged, killedAt, worksAt }
  } finally {
    watchers.close()
  }
}

/** @returns how many orders were acknowledged @throws Error where one of them is not there */
async function expectOrdersKept({ database }: Stage, offered: readonly Offered[]): Promise<number> {
  const phones = offered.filter(({ answer }) => /^202 /.test(answer?.told ?? '')).map(({ phone }) => phone)
  const { rows } = await database.query<{ kept: number }>(
    'SELECT count(DISTINCT phone)::int AS kept FROM payment_intent WHERE phone = ANY($1)',
    [phones],
  )
  if (rows[0]?.kept !== phones.length)
    throw new Error(`Of ${phones.length} gifts that were acknowledged ${rows[0]?.kept} are there.`)
  return phones.length
}

/** When the first gift that was ordered after the kill was prompted, paid, counted, and seen on a socket. */
async function firstSeen(
  built: BuiltPath,
  watchers: Watchers,
  {
    offered,
    before,
    killedAt,
  }: { offered: readonly Offered[]; before: Map<string, number>; killedAt: number },
): Promise<number> {
  const places = await built.places(offered.map(({ phone }) => phone))
  const seen = offered.flatMap(({ phone, video, sentAt }) => {
    const place = sentAt > killedAt ? places.get(phone) : undefined
    const at = place === undefined ? undefined : watchers.seenAt(video, (before.get(video) ?? 0) + place)
    return at === undefined ? [] : [at]
  })
  if (seen.length === 0) throw new Error('No gift that was ordered after the kill was counted.')
  return Math.min(...seen)
}

function rowsOf(perSecond: number, { offered, acknowledged, killedAt, worksAt }: Outcome): Row[] {
  const seconds = (worksAt - killedAt) / 1_000
  const refused = offered.length - acknowledged
  return [
    {
      what: `PostgreSQL's primary killed at ${perSecond} gifts a second : until one that came later is on a socket`,
      measured: `${seconds.toFixed(1)} s`,
      yardstick: '–',
      ratio: seconds,
      target: { atMost: MOST_SECONDS, unit: ' s' },
    },
    {
      what: '… gifts acknowledged, all of them there',
      measured: `${amount(acknowledged)} of ${amount(offered.length)}, ${amount(refused)} told to try again`,
      yardstick: '–',
      target: {},
      missing: '',
    },
  ]
}
