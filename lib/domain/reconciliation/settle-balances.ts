import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { resultBody } from '#lib/daraja/answers.ts'
import { bookOpening } from '#lib/domain/cash/booked-by-mpesa.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { type BalanceKind, balanceKinds } from '#lib/domain/mpesa/callback-path.ts'
import { isBelievedSource } from '#lib/domain/payments/callback-source.ts'
import { type ResultRow, settleResults } from '#lib/domain/payments/inbox.ts'
import {
  type AccountName,
  accounts,
  type Balances,
  differenceOf,
  LASTING_CHECKS,
  readBalances,
} from './balance-policy.ts'
import { viewLedger } from './in-flight.ts'

/**
 * Compares M-Pesa's answers with the ledger. The first answer opens the books with the float; later answers
 * must agree. People enter a journal for a lasting difference (lib/domain/cash). A difference closes by
 * itself when it is gone.
 * @returns how many answers were compared
 */
export function settleBalances(): Promise<number> {
  return settleResults(balanceKinds, compare)
}

async function compare(tx: Tx, row: ResultRow<BalanceKind>): Promise<string> {
  const held =
    row.kind === 'balance/result' && isBelievedSource(row.sourceAddress) ? readAnswer(row.body) : null
  if (!held) return 'no balance'
  if (row.attemptId === null) return 'nobody has asked'
  const asked = await tx.kysely
    .selectFrom('darajaRequest')
    .select((eb) => sql<bigint>`coalesce(${eb.ref('request')}->>'journal', '0')::bigint`.as('journal'))
    .where('id', '=', row.attemptId)
    .where('operation', '=', 'account_balance')
    .executeTakeFirst()
  if (!asked) return 'nobody has asked'
  const first = await isFirst(tx)
  const { booked, inFlight } = await viewLedger(tx.client, asked.journal)
  // A duplicate answer inserts nothing.
  const added = await tx.kysely
    .insertInto('balanceCheck')
    .values({
      requestId: row.attemptId,
      at: now(),
      ...held,
      bookedWorking: first ? held.working : booked.working,
      bookedUtility: first ? held.utility : booked.utility,
    })
    .onConflict((conflict) => conflict.column('requestId').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return 'duplicate'
  if (first)
    await bookOpening(tx, {
      working: held.working - booked.working,
      utility: held.utility - booked.utility,
    })
  const outcomes: string[] = []
  for (const account of accounts) {
    const difference = first ? 0n : differenceOf(held[account], booked[account], inFlight[account])
    outcomes.push(`${account} ${difference}`)
    if (difference === 0n) await closeDifference(tx, account)
    else await noteDifference(tx, account, difference)
  }
  return outcomes.join(', ')
}

/** Whether no answer of M-Pesa was compared before. */
async function isFirst({ kysely }: Tx): Promise<boolean> {
  return (await kysely.selectFrom('balanceCheck').select('id').limit(1).executeTakeFirst()) === undefined
}

function readAnswer(body: string): Balances | null {
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

async function closeDifference({ kysely }: Tx, account: AccountName): Promise<void> {
  await kysely
    .updateTable('balanceDifference')
    .set({ closedAt: now(), closedBy: 'matched' })
    .where('account', '=', account)
    .where('closedAt', 'is', null)
    .execute()
}

async function noteDifference(tx: Tx, account: AccountName, amount: Cents): Promise<void> {
  const moment = now()
  const open = await tx.kysely
    .insertInto('balanceDifference')
    .values({ account, amount, firstSeenAt: moment, lastSeenAt: moment })
    .onConflict((conflict) =>
      conflict
        .column('account')
        .where('closedAt', 'is', null)
        .doUpdateSet((eb) => ({
          amount,
          checks: eb('balanceDifference.checks', '+', 1),
          lastSeenAt: moment,
        })),
    )
    .returning(['id', 'checks', 'alertedAt'])
    .executeTakeFirstOrThrow()
  if (open.alertedAt || open.checks < LASTING_CHECKS) return
  await tx.kysely
    .updateTable('balanceDifference')
    .set({ alertedAt: moment })
    .where('id', '=', open.id)
    .execute()
  log.error({ account, cents: String(amount) }, 'M-Pesa holds another amount than the ledger says')
  const data = { account, amount: toShillings(amount), id: `difference-${open.id}` }
  await mailSuperAdmins(tx, 'balance_difference', data)
}
