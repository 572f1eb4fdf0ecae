import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { onDatabase } from '../databases.ts'
import { run } from '../load.ts'
import { amount, type Row } from '../report.ts'
import { median, visitInTurn } from '../rounds.ts'
import { openReader, type ReadTime, timeRead } from './reader.ts'
import { forbiddenScans } from './scans.ts'
import { LARGE, type Size, SMALL } from './sizes.ts'
import { type GrowthStage, openGrowthStage } from './stage.ts'

/** So many times as long a read may take on the large database. */
const READS = 1.5
/** A payment costs the same within a tenth. */
const PAYMENTS = 1.1
/** Has Postgres tell each plan, with how many rows it has read, as a notice. */
const EXPLAINED = [
  'role=ngoma_app',
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  'auto_explain.log_level=notice',
  'auto_explain.log_nested_statements=on',
]

export interface Growth {
  rows: Row[]
  /** What must not be, whatever the machine: a sentence for each. */
  faults: string[]
}

const growthParts = ['reads', 'payments', 'chores'] as const
type GrowthPart = (typeof growthParts)[number]

/** @param names of parts, for those who want only these @throws Error where there is none of that name */
export function chooseGrowthParts(names: readonly string[]): readonly GrowthPart[] {
  const chosen = names.map((name) => {
    const found = growthParts.find((part) => part === name)
    if (found === undefined) throw new Error(`There is no part "${name}": ${growthParts.join(', ')} are.`)
    return found
  })
  return chosen.length > 0 ? chosen : growthParts
}

/**
 * Measures what grows: the same reads and payments on a small and on a large database, both lawful and made by one loader.
 * @param large another size, for those who work on this bench
 */
export async function measureGrowth(
  parts: readonly GrowthPart[] = growthParts,
  large: Size = LARGE,
): Promise<Growth> {
  const stage = await openGrowthStage()
  try {
    const [few, many] = [await stage.databaseOf(SMALL), await stage.databaseOf(large)]
    const { rows, faults } = parts.includes('reads')
      ? await measureReads(stage, few, many)
      : { rows: [], faults: [] }
    const bytes = ((await sizeOf(many)) - (await sizeOf(few))) / (large.gifts - SMALL.gifts)
    rows.push(plain('Disk : all tables and indexes, for each gift', `${amount(bytes)} bytes`))
    if (parts.includes('payments')) rows.push(...(await paymentRows(stage, few, many)))
    if (parts.includes('chores')) rows.push(...(await choreRows(stage, few, many)))
    return { rows, faults }
  } finally {
    await stage.end()
  }
}

async function measureReads(stage: GrowthStage, few: string, many: string): Promise<Growth> {
  const settings = { ...stage.config.settings, LOG_LEVEL: 'silent' }
  const readers = [
    await openReader({ ...settings, DATABASE_URL: few }),
    await openReader({ ...settings, DATABASE_URL: many }),
  ]
  const times = new Map<string, readonly (ReadTime | undefined)[]>()
  for (const name of readers[1]?.names ?? []) times.set(name, await timeRead(readers, name))
  for (const reader of readers) reader.end()
  const plans = await script(
    stage,
    explained(many),
    'read-times.ts',
    z.record(z.string(), z.array(z.string())),
    'plans',
  )
  const rows = [...times].map(([name, [small, large]]): Row => {
    const scans = plans[name] ?? []
    return {
      what: `Read : ${name}${scans.length > 0 ? ` (reads all of ${scans.join(', ')})` : ''}`,
      measured: shown(large),
      yardstick: shown(small),
      ...(small && large ? { ratio: large.p95 / small.p95 } : {}),
      target: small === undefined ? {} : { atMost: READS },
      ...(small === undefined ? { missing: 'the small one has none' } : {}),
    }
  })
  return { rows, faults: forbiddenScans(plans) }
}

/** Payments by turns, each visit on a copy of its own. */
async function paymentRows(stage: GrowthStage, few: string, many: string): Promise<Row[]> {
  const told = z.object({ settled: z.number(), ordered: z.number() })
  const ordered = { few: [] as number[], many: [] as number[] }
  const visit = (name: 'few' | 'many', url: string) => ({
    name,
    visit: () =>
      onCopyOf(url, async (copy) => {
        const took = await script(stage, copy, 'write-times.ts', told)
        ordered[name].push(took.ordered)
        return took.settled
      }),
  })
  const settled = await visitInTurn([visit('few', few), visit('many', many)])
  return [
    compared('Settling a payment', settled('many'), settled('few')),
    compared('Ordering a gift', median(ordered.many), median(ordered.few)),
  ]
}

async function choreRows(stage: GrowthStage, few: string, many: string): Promise<Row[]> {
  const told = z.object({ checked: z.number(), backedUp: z.number(), closed: z.number() })
  const small = await onCopyOf(few, (copy) => script(stage, copy, 'chores.ts', told))
  const large = await onCopyOf(many, (copy) => script(stage, copy, 'chores.ts', told))
  const row = (what: string, of: keyof typeof large) =>
    plain(what, `${amount(large[of])} s`, `${amount(small[of])} s`)
  return [
    row('Chore : the nightly backup', 'backedUp'),
    row('Chore : the check of the ledger', 'checked'),
    row("Chore : a month's close", 'closed'),
  ]
}

function compared(what: string, large: number, small: number): Row {
  const measured = `${amount(large)} ms`
  return {
    what,
    measured,
    yardstick: `${amount(small)} ms`,
    ratio: large / small,
    target: { atMost: PAYMENTS },
  }
}

/** The p95, and the median in brackets. */
function shown(time: ReadTime | undefined): string {
  return time ? `${amount(time.p95)} ms (${amount(time.median)})` : '–'
}

/** A figure that has no target. */
function plain(what: string, measured: string, yardstick = '–'): Row {
  return { what, measured, yardstick, target: {}, missing: '' }
}

async function sizeOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ size: string }>(
    `SELECT sum(pg_total_relation_size(oid)) AS size FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  await client.end()
  return Number(rows[0]?.size)
}

/** Runs in a process of its own, as those of the product do. */
async function script<T>(
  stage: GrowthStage,
  url: string,
  file: string,
  told: z.ZodType<T>,
  ...args: string[]
): Promise<T> {
  const settings = { ...stage.config.settings, DATABASE_URL: url, LOG_LEVEL: 'silent' }
  return told.parse(
    JSON.parse(await run(process.execPath, [path.join(import.meta.dirname, file), ...args], settings)),
  )
}

function explained(url: string): string {
  return `${url}?options=${encodeURIComponent(EXPLAINED.map((each) => `-c ${each}`).join(' '))}`
}

/** Runs `work` on a copy, which is dropped afterwards: the databases themselves stay as they were loaded. */
async function onCopyOf<T>(url: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = new URL(url)
  const name = copy.pathname.slice(1)
  copy.pathname = `${copy.pathname}_copy`
  const server = new URL(url)
  server.pathname = '/postgres'
  await onDatabase(server.href, `DROP DATABASE IF EXISTS ${name}_copy WITH (FORCE)`)
  await onDatabase(server.href, `CREATE DATABASE ${name}_copy TEMPLATE ${name} STRATEGY file_copy`)
  try {
    return await work(copy.href)
  } finally {
    await onDatabase(server.href, `DROP DATABASE ${name}_copy WITH (FORCE)`)
  }
}
