import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type pg from 'pg'
import type { StackConfig } from '#server/local/config.ts'
import { rowOf } from '../database.ts'
import type { MpesaBook } from '../mpesa-desk.ts'

/** `npm run ledger:check`, and M-Pesa's accounts against the ledger, with float, bank and charges. */
export async function checkLedger(
  config: StackConfig,
  database: pg.Pool,
  book: MpesaBook,
): Promise<string[]> {
  const { workingCents, utilityCents } = book.accounts
  const { working, utility, charges } = await rowOf<{ working: bigint; utility: bigint; charges: bigint }>(
    database,
    `SELECT -sum(posted) FILTER (WHERE kind = 'mpesa_collection')::bigint AS working,
      -sum(posted) FILTER (WHERE kind IN ('mpesa_float', 'mpesa_payout'))::bigint AS utility,
      -sum(posted) FILTER (WHERE kind = 'mpesa_charges')::bigint AS charges FROM account`,
  )
  const differences = checkLaws(config)
  if (working !== workingCents)
    differences.push(`M-Pesa’s working account has ${workingCents} cents, the ledger says ${working}`)
  if (utility !== utilityCents)
    differences.push(`M-Pesa’s utility account has ${utilityCents} cents, the ledger says ${utility}`)
  const charged = book.transactions
    .filter(({ kind }) => kind === 'charge')
    .reduce((sum, { amountCents }) => sum + amountCents, 0n)
  if (charged === 0n || charges !== charged)
    differences.push(`M-Pesa has charged ${charged} cents, the ledger says ${charges}`)
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
