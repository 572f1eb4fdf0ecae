import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import type { Cents } from '#lib/core/money.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { newCashReference } from './commands.ts'
import { changesOf } from './policy.ts'
import { postCash } from './post.ts'

// M-Pesa proves the movements booked in this file, so no person confirms them.

export type ListedCharge = {
  readonly receipt: string
  /** Cents, above zero. */
  readonly amount: Cents
  readonly at: Date
  readonly note: string
}

/**
 * Books each charge of the working account once. A listed charge replaces a pending proposal with the same
 * receipt; a confirmed journal stays, also if reversed.
 */
export async function bookCharges(charges: readonly ListedCharge[]): Promise<void> {
  const known = await kysely(db())
    .selectFrom('cashJournal')
    .select('receipt')
    .where('kind', '=', 'mpesa_charge')
    .where('state', '=', 'confirmed')
    .where('receipt', '=', anyOf(charges.map(({ receipt }) => receipt)))
    .execute()
  const booked = new Set(known.map(({ receipt }) => receipt))
  for (const charge of charges)
    if (!booked.has(charge.receipt)) await transaction((tx) => bookCharge(tx, charge))
}

async function bookCharge(tx: Tx, { receipt, amount, at, note }: ListedCharge): Promise<void> {
  const moment = now()
  const row = {
    id: newId(),
    kind: 'mpesa_charge' as const,
    ...changesOf('mpesa_charge', 'working', amount),
    happenedAt: at,
    proposedAt: moment,
    proposedBy: null,
    reverses: null,
  }
  const replaced = await tx.kysely
    .updateTable('cashJournal')
    .set({ state: 'rejected', decidedAt: moment })
    .where('kind', '=', 'mpesa_charge')
    .where('receipt', '=', receipt)
    .where('state', '=', 'waiting')
    .where('reverses', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of replaced)
    await recordAudit(tx, {
      actor: null,
      action: 'cash_journal.rejected',
      subject: { type: 'cash_journal', id },
      before: { status: 'waiting' },
      after: { status: 'rejected', evidence: receipt },
    })
  const added = await tx.kysely
    .insertInto('cashJournal')
    .values({
      ...row,
      reference: newCashReference(),
      place: 'working',
      amount,
      evidence: receipt,
      receipt,
      note,
      state: 'confirmed',
      decidedAt: moment,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return
  await postCash(tx, row, 'mpesa')
  log.info({ receipt, cents: String(amount) }, 'the statement lists a charge')
}

/**
 * Books the difference between M-Pesa's first balance and the ledger as the opening. Later differences are
 * left to people.
 */
export async function bookOpening(
  tx: Tx,
  { working, utility }: { readonly working: Cents; readonly utility: Cents },
): Promise<void> {
  if (working === 0n && utility === 0n) return
  const moment = now()
  const row = {
    id: newId(),
    kind: 'opening' as const,
    working,
    utility,
    bank: 0n,
    happenedAt: moment,
    proposedAt: moment,
    proposedBy: null,
    reverses: null,
  }
  const sum = working + utility
  const added = await tx.kysely
    .insertInto('cashJournal')
    .values({
      ...row,
      reference: newCashReference(),
      amount: sum < 0n ? -sum : sum,
      state: 'confirmed',
      decidedAt: moment,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) await postCash(tx, row, 'mpesa')
}
