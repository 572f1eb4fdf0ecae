import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { migrate } from '#prisma/migrate.ts'
import { defaultDataDir } from '#server/local/config.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { startPostgres } from '#server/local/postgres.ts'
import { startGuardian } from '#server/local/process-records.ts'
import { runScript, StopError } from '#server/local/run-program.ts'
import { openReader, type ReadTime, timeRead } from './growth/reader.ts'
import { databaseOf, LARGE, partOf, type Size, SMALL } from './growth/sizes.ts'
import { amount, median, type Row, readNumber, visitInTurn } from './report.ts'
import { beside, onCopy, onDatabase, openStage, run, type Stage } from './stage.ts'

/**
 * Limit for a read on the large database as a multiple of the small one, and the share of reads that must be
 * within it.
 */
const READS = 1.5
const WITHIN = 90 / 102
const PAYMENTS = 1.2

type Measure = (stage: Stage, few: string, many: string) => Promise<Row[]>
const parts: Record<string, Measure> = { reads: measureReads, payments: measurePayments }

/**
 * Compares reads and payments on a small and a large database, both valid and made by one loader. Options are
 * in README.md.
 */
export async function measureGrowth(args: string[]): Promise<Row[]> {
  const options = { share: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const strange = positionals.find((name) => !parts[name])
  if (strange !== undefined)
    throw new StopError(`There is no part "${strange}": ${Object.keys(parts).join(', ')} are.`)
  const share = readNumber(values, 'share', 1)
  mkdirSync(defaultDataDir, { recursive: true })
  // Its data stays, unlike that of the other engines.
  const dataDir = path.join(defaultDataDir, 'growth')
  const guardian = startGuardian(dataDir)
  const postgres = await startPostgres({ dataDir, port: await findFreePort() })
  const stage = await openStage({ DATABASE_URL: postgres.url })
  try {
    const few = await keptDatabase(stage, SMALL)
    const many = await keptDatabase(stage, share === 1 ? LARGE : partOf(LARGE, share))
    const rows: Row[] = []
    for (const [name, measure] of Object.entries(parts))
      if (positionals.length === 0 || positionals.includes(name))
        rows.push(...(await measure(stage, few, many)))
    return rows
  } finally {
    await stage.end()
    await postgres.part.end()
    await guardian.dismiss()
  }
}

/** Loads a database unless it exists. It is renamed when complete, so an interrupted load starts again. */
async function keptDatabase({ config, databaseUrl }: Stage, size: Size): Promise<string> {
  const name = databaseOf(size)
  const { rowCount } = await onDatabase(databaseUrl, `SELECT FROM pg_database WHERE datname = '${name}'`)
  if (rowCount === 0) {
    const unfinished = `${name}_unfinished`
    await onDatabase(databaseUrl, `DROP DATABASE IF EXISTS ${unfinished}`)
    await onDatabase(databaseUrl, `CREATE DATABASE ${unfinished}`)
    const DATABASE_URL = beside(databaseUrl, unfinished)
    await migrate(DATABASE_URL)
    const startedAt = performance.now()
    const settings = { ...config.settings, DATABASE_URL, LOG_LEVEL: 'warn' }
    await runScript('tests/bench/growth/load.ts', [JSON.stringify(size)], settings)
    await onDatabase(databaseUrl, `ALTER DATABASE ${unfinished} RENAME TO ${name}`)
    console.log(`Loaded ${name} in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
  }
  await migrate(beside(databaseUrl, name))
  return beside(databaseUrl, name)
}

async function measureReads({ config }: Stage, few: string, many: string): Promise<Row[]> {
  const settings = { ...config.settings, LOG_LEVEL: 'silent' }
  const small = await openReader({ ...settings, DATABASE_URL: few })
  const large = await openReader({ ...settings, DATABASE_URL: many })
  const rows: Row[] = []
  for (const what of large.names) {
    const [of, ofLarge] = await timeRead([small, large], what)
    if (!of || !ofLarge) continue
    const ratio = ofLarge.p95 / of.p95
    const target = { atMost: READS }
    rows.push({ what: `Read : ${what}`, measured: shown(ofLarge), yardstick: shown(of), ratio, target })
  }
  for (const reader of [small, large]) reader.end()
  const within = rows.filter(({ ratio = 0 }) => ratio <= READS).length
  const what = `Reads at most ${READS} times as long at 2 million gifts as at 2,000`
  const measured = `${within} of ${rows.length}`
  const target = { atLeast: Math.round(WITHIN * 100) / 100 }
  return [...rows, { what, measured, yardstick: '–', ratio: within / rows.length, target }]
}

/** The p95, with the median in brackets. */
const shown = ({ p95, median: middle }: ReadTime) => `${amount(p95)} ms (${amount(middle)})`

/** Payments alternately, each visit on a new copy. */
async function measurePayments({ config }: Stage, few: string, many: string): Promise<Row[]> {
  const told = z.object({ settled: z.number(), ordered: z.number() })
  const script = path.join(import.meta.dirname, 'growth', 'write-times.ts')
  const ordered = { few: [] as number[], many: [] as number[] }
  const visit = (name: 'few' | 'many', url: string) => () =>
    onCopy(url, async (DATABASE_URL) => {
      const settings = { ...config.settings, DATABASE_URL, LOG_LEVEL: 'silent' }
      const took = told.parse(JSON.parse(await run(process.execPath, [script], settings)))
      ordered[name].push(took.ordered)
      return took.settled
    })
  const settled = await visitInTurn({ few: visit('few', few), many: visit('many', many) })
  const row = (what: string, large: number, small: number): Row => ({
    what,
    measured: `${amount(large)} ms`,
    yardstick: `${amount(small)} ms`,
    ratio: large / small,
    target: { atMost: PAYMENTS },
  })
  return [
    row('Settling a payment', settled('many'), settled('few')),
    row('Ordering a gift', median(ordered.many), median(ordered.few)),
  ]
}
