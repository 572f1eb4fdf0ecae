import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { startRealtime, startWeb, startWorker } from '#server/local/product.ts'
import { keepBodies } from './bodies.ts'
import { measureCallbackRoute } from './callback-route.ts'
import { createDatabase, onDatabase } from './databases.ts'
import { measureFailover } from './failover.ts'
import { measureFanOut } from './fan-out.ts'
import { measureFinale, readFinaleOptions } from './finale.ts'
import { chooseGrowthParts, measureGrowth } from './growth/measure.ts'
import { measureHomePage } from './home-page.ts'
import { generatorName } from './load.ts'
import { hasNginx, startFileNginx, startShippedNginx } from './nginx.ts'
import type { ReadTargets } from './packed.ts'
import { untilSettled } from './payments.ts'
import { measurePhone, readPhoneOptions } from './phone.ts'
import { measurePublicReads } from './public-reads.ts'
import { drawTable, type Row } from './report.ts'
import { measureSettlement } from './settlement.ts'
import { expectBalance, openStage, type Stage } from './stage.ts'
import { measureVisibleVote } from './visible-vote.ts'
import { buildYardstickApp, startYardstickApp } from './yardstick-app.ts'

const figures = ['reads', 'home', 'settlement', 'callbacks', 'visible', 'fan-out'] as const
type Figure = (typeof figures)[number]
/** Is measured alone and only when it is asked for: its first run loads two million gifts. */
const GROWTH = 'growth'
/** Is measured alone, because it needs the whole machine and an M-Pesa of its own. */
const FINALE = 'finale'
/** Is measured alone, with a browser. */
const PHONE = 'phone'
/** Is measured alone: it kills its PostgreSQL. */
const FAILOVER = 'failover'
/** What asks web alone, without a worker beside it. */
const needsWeb: readonly Figure[] = ['reads', 'home', 'callbacks']

/**
 * @param args names of figures, for those who want only these
 * @returns the exit code: no figure fails a run, only what is broken does, and a read that reads all of what grows
 */
export async function runBench(args: string[]): Promise<number> {
  if (args[0] === GROWTH) return runGrowth(args.slice(1))
  if (args[0] === FINALE) return runFinale(args.slice(1))
  if (args[0] === PHONE) return runPhone(args.slice(1))
  if (args[0] === FAILOVER) return runFailover(args.slice(1))
  const wanted = chooseFigures(args)
  const asksWeb = needsWeb.some((figure) => wanted.has(figure))
  if (asksWeb) await buildYardstickApp()
  const stage = await openStage()
  const leave = () => void stage.end().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  const startedAt = Date.now()
  const rows: Row[] = []
  try {
    const { database } = stage
    if (wanted.has('settlement')) rows.push(...(await measureSettlement(stage)))
    if (asksWeb) await measureWeb(stage, wanted, rows)
    if (wanted.has('visible') || wanted.has('callbacks')) rows.push(...(await measurePipeline(stage, wanted)))
    if (wanted.has('fan-out')) rows.push(...(await measureFanOut(stage)))
    await expectBalance(database)
  } finally {
    if (rows.length > 0) console.log(`\n${drawTable(rows)}\n`)
    await stage.end()
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`Loaded by ${generatorName}, for ${seconds} s; afterwards every invariant of the ledger holds.`)
  return 0
}

async function runGrowth(parts: string[]): Promise<number> {
  const { rows, faults } = await measureGrowth(chooseGrowthParts(parts))
  console.log(`\n${drawTable(rows)}\n`)
  console.log('Every invariant of the ledger holds on both databases as they were loaded.')
  for (const fault of faults) console.log(`FAILED: ${fault}`)
  return faults.length > 0 ? 1 : 0
}

async function runFinale(options: string[]): Promise<number> {
  console.log(`\n${drawTable(await measureFinale(readFinaleOptions(options)))}\n`)
  console.log(
    'Afterwards every invariant of the ledger holds, and each gift that M-Pesa took is counted once.',
  )
  return 0
}

async function runPhone(options: string[]): Promise<number> {
  console.log(`\n${drawTable(await measurePhone(readPhoneOptions(options)))}\n`)
  return 0
}

async function runFailover([rate = '200']: string[]): Promise<number> {
  if (!/^[1-9]\d*$/.test(rate)) throw new Error(`"${rate}" is no number of gifts a second.`)
  console.log(`\n${drawTable(await measureFailover(Number(rate)))}\n`)
  console.log(
    'Every gift that was acknowledged is there, each that M-Pesa took is counted once, no process was restarted.',
  )
  return 0
}

function chooseFigures(args: string[]): ReadonlySet<Figure> {
  const chosen = args.map((name) => {
    const found = figures.find((figure) => figure === name)
    if (found === undefined)
      throw new Error(
        `There is no figure "${name}": ${[...figures, GROWTH, FINALE, PHONE].join(', ')} and ${FAILOVER} are.`,
      )
    return found
  })
  return new Set(chosen.length > 0 ? chosen : figures)
}

/** Web alone, beside the bare application and nginx. */
async function measureWeb(stage: Stage, wanted: ReadonlySet<Figure>, rows: Row[]): Promise<void> {
  const { config, dataDir } = stage
  const { ports } = config
  const bodies = path.join(dataDir, 'bodies')
  mkdirSync(bodies)
  const databaseUrl = await createYardstickDatabase(config.settings.DATABASE_URL)
  const web = `http://127.0.0.1:${ports.web}`
  return stage.during(
    () => startWeb(config, 'start'),
    async () => {
      await keepBodies(web, bodies)
      await stage.during(
        () => startYardstickApp({ dataDir, bodies, databaseUrl }),
        (yardstick) =>
          withNginx(stage, bodies, async (proxies) => {
            const targets = { web, yardstick: yardstick.origin, ...proxies }
            if (wanted.has('reads')) rows.push(...(await measurePublicReads(stage, targets)))
            if (wanted.has('home')) rows.push(...(await measureHomePage(targets)))
            if (wanted.has('callbacks')) rows.push(await measureCallbackRoute(stage, targets))
          }),
      )
    },
  )
}

/** Web, worker and realtime together, as the product runs. What the callback route has stored is settled first. */
async function measurePipeline(stage: Stage, wanted: ReadonlySet<Figure>): Promise<Row[]> {
  const { config, database, during } = stage
  return during(
    () => startWorker(config),
    async () => {
      await untilSettled(database)
      if (!wanted.has('visible')) return []
      return during(
        () => startRealtime(config),
        () =>
          during(
            () => startWeb(config, 'start'),
            async () => [await measureVisibleVote(stage)],
          ),
      )
    },
  )
}

function withNginx<T>(
  stage: Stage,
  bodies: string,
  work: (proxies: Pick<ReadTargets, 'shipped' | 'files'>) => Promise<T>,
): Promise<T> {
  if (!hasNginx) return work({})
  return stage.during(
    () => startShippedNginx(stage.dataDir, stage.config.ports),
    (shipped) =>
      stage.during(
        () => startFileNginx(stage.dataDir, bodies),
        (files) => work({ shipped, files }),
      ),
  )
}

/** What the bare application inserts into: a database of its own on the same server. */
async function createYardstickDatabase(productUrl = ''): Promise<string> {
  const url = await createDatabase(productUrl, 'yardstick')
  await onDatabase(
    url,
    `CREATE TABLE yardstick_inbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now())`,
  )
  return url
}
