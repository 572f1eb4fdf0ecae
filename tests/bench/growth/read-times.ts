// Answers reads for `reader.ts`, which it tells their names first, or, with `plans`, prints as JSON which tables each reads from their
// first row to the last: `read-times.ts times|plans`.

import { z } from 'zod'
import { setProcessClock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { readsOf } from './reads.ts'
import { PRESENT } from './sizes.ts'

/** PostgreSQL plans a statement anew for its first five sets of values, and then perhaps once for all others. */
const TURNS = 8
/** Reading fewer rows costs no more than finding them by an index. */
const FEW_ROWS = 2_000

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const node: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number().optional(),
  'Actual Loops': z.number().optional(),
  'Rows Removed by Filter': z.number().optional(),
  Plans: z.lazy(() => z.array(node)).optional(),
})
const planned = z.object({ Plan: node })

setProcessClock(() => PRESENT)
if (process.argv[2] === 'plans') {
  console.log(JSON.stringify(await readPlans()))
  process.exit()
}
await answerReads()

const asked = z.object({ name: z.string(), turn: z.number().int() })

async function answerReads(): Promise<void> {
  const reads = await readsOf()
  process.on('message', async (message) => {
    const { name, turn } = asked.parse(message)
    const before = performance.now()
    await reads.find((read) => read.name === name)?.read(turn)
    process.send?.(performance.now() - before)
  })
  process.send?.(reads.map(({ name }) => name))
}

async function readPlans(): Promise<Record<string, string[]>> {
  let heard: string[] = []
  db().on('connect', (client) => client.on('notice', ({ message }) => heard.push(message ?? '')))
  const scans: Record<string, string[]> = {}
  for (const { name, read } of await readsOf()) {
    heard = []
    for (let turn = 0; turn < TURNS; turn++) await read(turn)
    scans[name] = [...new Set(heard.flatMap(scansOf))].sort()
  }
  return scans
}

/** auto_explain tells a plan as a notice. */
function scansOf(notice: string): string[] {
  const at = notice.indexOf('{')
  return at < 0 || !notice.includes('plan:') ? [] : scansIn(planned.parse(JSON.parse(notice.slice(at))).Plan)
}

function scansIn(plan: PlanNode): string[] {
  const loops = plan['Actual Loops'] ?? 0
  const rows = ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * loops
  const own = plan['Node Type'] === 'Seq Scan' && rows > FEW_ROWS ? [plan['Relation Name'] ?? ''] : []
  return [...own, ...(plan.Plans ?? []).flatMap(scansIn)]
}
