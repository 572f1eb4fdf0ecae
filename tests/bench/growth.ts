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
import { openReader, timeRead } from './growth/reader.ts'
import { databaseOf, LARGE, partOf, type Size, SMALL } from './growth/sizes.ts'
import { amount, compareTimes, median, type Row, visitInTurn } from './report.ts'
import { beside, createDatabase, onCopy, onDatabase, openStage, Parts, run, type Stage } from './stage.ts'

/**
 * Limit for a read on the large database as a multiple of the small one, and the share of reads that must be
 * within it.
 */
const READS = 1.5
const WITHIN = 90 / 102
const PAYMENTS = 1.2

type Measure = (stage: Stage, few: string, many: string) => Promise<Row[]>
const figures: Record<string, Measure> = { reads: measureReads, payments: measurePayments }

/**
 * Compares reads and payments on a small and a large database, both valid and made by one loader. Options are
 * in docs/speed.md.
 */
export async function measureGrowth(args: string[]): Promise<Row[]> {
  const options = { share: { type: 'string', default: '1' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  for (const name of positionals)
    if (!figures[name])
      throw new StopError(`There is no part "${name}": ${Object.keys(figures).join(', ')} are.`)
  const share = z.coerce.number().positive().parse(values.share)
  // Its data stays, unlike that of the other engines.
  const dataDir = path.join(defaultDataDir, 'growth')
  mkdirSync(dataDir, { recursive: true })
  await using parts = new Parts()
  parts.defer(startGuardian(dataDir).dismiss)
  const postgres = await startPostgres({ dataDir, port: await findFreePort() })
  parts.defer(postgres.part.end)
  await using stage = await openStage({ DATABASE_URL: postgres.url })
  const few = await keptDatabase(stage, SMALL)
  const many = await keptDatabase(stage, share === 1 ? LARGE : partOf(LARGE, share))
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(figures))
    if (positionals.length === 0 || positionals.includes(name))
      rows.push(...(await measure(stage, few, many)))
  return rows
}

/** Loads a database unless it exists. It is renamed when complete, so an interrupted load starts again. */
async function keptDatabase({ config, databaseUrl }: Stage, size: Size): Promise<string> {
  const name = databaseOf(size)
  const { rowCount } = await onDatabase(databaseUrl, `SELECT FROM pg_database WHERE datname = '${name}'`)
  if (rowCount === 0) {
    const unfinished = `${name}_unfinished`
    await onDatabase(databaseUrl, `DROP DATABASE IF EXISTS ${unfinished}`)
    const DATABASE_URL = await createDatabase(databaseUrl, unfinished)
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
    const [ofSmall, ofLarge] = await timeRead([small, large], what)
    // The p95, with the median in brackets.
    const [yardstick, measured] = [ofSmall, ofLarge].map(
      (times) => times && `${amount(times.p95)} ms (${amount(times.median)})`,
    )
    const ratio = (ofLarge?.p95 ?? Number.NaN) / (ofSmall?.p95 ?? Number.NaN)
    rows.push({ what: `Read : ${what}`, measured, yardstick, ratio, atMost: READS })
  }
  for (const reader of [small, large]) reader.end()
  const within = rows.filter(({ ratio = 0 }) => ratio <= READS).length
  const what = `Reads at most ${READS} times as long at 2 million gifts as at 2,000`
  const atLeast = Math.round(WITHIN * 100) / 100
  return [...rows, { what, measured: `${within} of ${rows.length}`, ratio: within / rows.length, atLeast }]
}

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
  return [
    compareTimes('Settling a payment', settled('many'), settled('few'), PAYMENTS, 'ms'),
    compareTimes('Ordering a gift', median(ordered.many), median(ordered.few), PAYMENTS, 'ms'),
  ]
}
