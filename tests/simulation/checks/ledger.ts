import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type pg from 'pg'
import type { StackConfig } from '#server/local/config.ts'
import { rowOf } from '../database.ts'
import type { MpesaBook } from '../mpesa-desk.ts'

/** `npm run ledger:check`, and what M-Pesa's accounts hold against what the ledger says that they do. */
export async function checkLedger(
  config: StackConfig,
  database: pg.Pool,
  book: MpesaBook,
): Promise<string[]> {
  const { workingCents, openingWorkingCents, utilityCents, openingUtilityCents } = book.accounts
  const { collected, paidOut } = await rowOf<{ collected: bigint; paidOut: bigint }>(
    database,
    `SELECT -sum(posted) FILTER (WHERE kind = 'mpesa_collection')::bigint AS collected,
      coalesce(sum(posted) FILTER (WHERE kind = 'mpesa_payout'), 0)::bigint AS "paidOut" FROM account`,
  )
  const differences = checkLaws(config)
  const working = workingCents - openingWorkingCents
  if (collected !== working)
    differences.push(`M-Pesa’s working account took ${working} cents, the ledger says ${collected}`)
  const sent = openingUtilityCents - utilityCents
  if (paidOut !== sent)
    differences.push(`M-Pesa’s utility account sent ${sent} cents, the ledger says ${paidOut}`)
  return differences
}

function checkLaws(config: StackConfig): string[] {
  const root = path.join(import.meta.dirname, '..', '..', '..')
  const checked = spawnSync(process.execPath, [path.join(root, 'workers', 'ledger-check.ts')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...config.settings },
  })
  if (checked.status === 0) return []
  const sentences = checked.stderr.split('\n').filter(Boolean)
  return sentences.length > 0 ? sentences : [`ledger:check ended with ${checked.status}`]
}
