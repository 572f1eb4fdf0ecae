// Prints as JSON how long each read takes, or, with `plans`, which tables it reads from their first row to the last:
// `read-times.ts times|plans`.

import { z } from 'zod'
import { setProcessClock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { readsOf } from './reads.ts'
import { PRESENT } from './sizes.ts'

const WARM_UPS = 8
const TIMES = 60
/** A read that takes longer than this in all is not repeated so often. */
const PATIENCE_MS = 8_000
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
const told = process.argv[2] === 'plans' ? await readPlans() : await readTimes()
console.log(JSON.stringify(told))
process.exit()

async function readTimes(): Promise<Record<string, number>> {
  const p95: Record<string, number> = {}
  for (const { name, read } of await readsOf()) {
    const startedAt = performance.now()
    const isInTime = () => performance.now() - startedAt < PATIENCE_MS
    for (let turn = 0; turn < WARM_UPS && isInTime(); turn++) await read(turn)
    const took: number[] = []
    for (let turn = 0; turn < TIMES && (isInTime() || turn < 3); turn++) {
      const before = performance.now()
      await read(turn)
      took.push(performance.now() - before)
    }
    p95[name] = took.sort((a, b) => a - b)[Math.ceil(took.length * 0.95) - 1] ?? 0
  }
  return p95
}

async function readPlans(): Promise<Record<string, string[]>> {
  let heard: string[] = []
  db().on('connect', (client) => client.on('notice', ({ message }) => heard.push(message ?? '')))
  const scans: Record<string, string[]> = {}
  for (const { name, read } of await readsOf()) {
    heard = []
    await read(1)
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
