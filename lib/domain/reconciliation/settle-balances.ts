import { now } from '#lib/core/clock.ts'
import { firstRow } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { resultBody } from '#lib/daraja/answers.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { type BalanceKind, balanceKinds } from '#lib/domain/mpesa/callback-path.ts'
import { isBelievedSource } from '#lib/domain/payments/callback-source.ts'
import { type ResultRow, settleResults } from '#lib/domain/payments/result-inbox.ts'
import { type AccountName, differenceOf, LASTING_CHECKS, readBalances } from './balance-policy.ts'
import { viewLedger } from './in-the-air.ts'

/**
 * Compares M-Pesa's answers with the ledger. The first one says what our accounts hold beside it (their float): each later
 * one has to agree. A difference that lasts is for people, and closes itself when it is gone.
 * @returns how many answers were compared
 */
export function settleBalances(): Promise<number> {
  return settleResults(balanceKinds, compare)
}

async function compare(tx: Tx, row: ResultRow<BalanceKind>): Promise<string> {
  const { client } = tx
  const held =
    row.kind === 'balance/result' && isBelievedSource(row.source_address) ? readAnswer(row.body) : null
  if (!held) return 'no balance'
  const asked = await firstRow<{ journal: bigint }>(
    client,
    `SELECT coalesce(request->>'journal', '0')::bigint AS journal FROM daraja_request WHERE id = $1 AND operation = 'account_balance'`,
    [row.attempt_id],
  )
  if (!asked) return 'nobody has asked'
  const view = await viewLedger(client, asked.journal)
  // The same answer again says nothing more.
  const isNew = await client.query(
    `INSERT INTO balance_check (request_id, at, working, utility, collected, paid_out) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (request_id) DO NOTHING`,
    [row.attempt_id, now(), held.working, held.utility, view.collected, view.paidOut],
  )
  if (isNew.rowCount !== 1) return 'duplicate'
  const known = { working: view.collected, utility: -view.paidOut }
  const outcomes: string[] = []
  for (const account of ['working', 'utility'] as const) {
    const beside = await baselineOf(tx, account, held[account] - known[account])
    const difference = differenceOf(held[account], known[account] + beside, view.air[account])
    outcomes.push(`${account} ${difference}`)
    if (difference === 0n) await closeDifference(tx, account)
    else await noteDifference(tx, account, difference)
  }
  return outcomes.join(', ')
}

function readAnswer(body: string): Record<AccountName, Cents> | null {
  const parsed = resultBody.safeParse(parseJson(body))
  if (!parsed.success || parsed.data.Result.ResultCode !== '0') return null
  const parameters = parsed.data.Result.ResultParameters?.ResultParameter ?? []
  return readBalances(String(parameters.find(({ Key }) => Key === 'AccountBalance')?.Value ?? ''))
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** What the account holds beside what the ledger knows of; the first answer sets it. */
async function baselineOf({ client }: Tx, account: AccountName, first: Cents): Promise<Cents> {
  const row = await firstRow<{ amount: bigint }>(
    client,
    `INSERT INTO balance_baseline AS b (account, amount, set_at) VALUES ($1, $2, $3)
      ON CONFLICT (account) DO UPDATE SET amount = b.amount RETURNING amount`,
    [account, first, now()],
  )
  return row?.amount ?? first
}

async function closeDifference({ client }: Tx, account: AccountName): Promise<void> {
  await client.query(
    `UPDATE balance_difference SET closed_at = $2, closed_by = 'matched' WHERE account = $1 AND closed_at IS NULL`,
    [account, now()],
  )
}

async function noteDifference(tx: Tx, account: AccountName, amount: Cents): Promise<void> {
  const moment = now()
  const open = await firstRow<{ id: bigint; checks: number; alerted_at: Date | null }>(
    tx.client,
    `INSERT INTO balance_difference AS d (account, amount, first_seen_at, last_seen_at) VALUES ($1, $2, $3, $3)
      ON CONFLICT (account) WHERE closed_at IS NULL
        DO UPDATE SET amount = $2, checks = d.checks + 1, last_seen_at = $3
      RETURNING id, checks, alerted_at`,
    [account, amount, moment],
  )
  if (!open || open.alerted_at || open.checks < LASTING_CHECKS) return
  await tx.client.query('UPDATE balance_difference SET alerted_at = $2 WHERE id = $1', [open.id, moment])
  log.error({ account, cents: String(amount) }, 'M-Pesa holds another amount than the ledger says')
  const data = { account, amount: toShillings(amount), id: `difference-${open.id}` }
  await mailSuperAdmins(tx, 'balance_difference', data)
}
