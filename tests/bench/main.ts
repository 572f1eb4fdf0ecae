// `npm run bench`: compares the product with yardsticks beside it, and prints the ratios (docs/speed.md).
import { endWith, StopError } from '#server/local/run-program.ts'
import { measureCallbacks } from './callbacks.ts'
import { measureFanOut } from './fan-out.ts'
import { measureFinale } from './finale.ts'
import { measureGrowth } from './growth.ts'
import { measurePhone } from './phone.ts'
import { measureReads } from './reads.ts'
import { drawTable, type Row } from './report.ts'
import { measureSettlement } from './settlement.ts'
import { expectBalance, openStage, type Stage } from './stage.ts'

/** Share a stage, and run in sequence. */
const together: Record<string, (stage: Stage) => Promise<Row[]>> = {
  settlement: measureSettlement,
  reads: measureReads,
  callbacks: measureCallbacks,
  'fan-out': measureFanOut,
}
/** Run alone with options, because each needs the whole machine. */
const alone: Record<string, (options: string[]) => Promise<Row[]>> = {
  finale: measureFinale,
  growth: measureGrowth,
  phone: measurePhone,
}

/** @returns the exit code: figures never fail a run, only errors do */
async function runBench([name = '', ...more]: string[]): Promise<number> {
  const rows = alone[name] ? await alone[name](more) : await runTogether(name === '' ? [] : [name, ...more])
  console.log(`\n${drawTable(rows)}\n`)
  return 0
}

async function runTogether(names: string[]): Promise<Row[]> {
  const known = [...Object.keys(together), ...Object.keys(alone)]
  const strange = names.find((name) => !together[name])
  if (strange !== undefined)
    throw new StopError(
      `"${strange}" is no figure that shares a run: ${known.join(', ')} are, the last three alone.`,
    )
  await using stage = await openStage()
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(together))
    if (names.length === 0 || names.includes(name)) rows.push(...(await measure(stage)))
  await expectBalance(stage.database)
  return rows
}

await endWith(runBench(process.argv.slice(2)))
