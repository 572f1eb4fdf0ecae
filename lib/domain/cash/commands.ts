import type { CashBody, CashJournal, CashState } from '#lib/contract/cash/calls.ts'
import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { idOfAttempt, newSpokenCode } from '#lib/core/ids.ts'
import { parseShillings, toShillings } from '#lib/core/money.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { isIncoming, isOutgoing } from '#lib/domain/mpesa/known-receipts.ts'
import { readReceipt } from '#lib/domain/mpesa/receipt.ts'
import { askBalanceJob } from './jobs.ts'
import { changesOf, isPlaceOf, momentOfDay, takenBack } from './policy.ts'
import { postCash } from './post.ts'
import { readCashJournal } from './queries.ts'

type Who = { readonly by: { readonly id: string }; readonly address: string }

/** Characters after `J`: few, because people read a reference aloud and type it. */
const REFERENCE_LENGTH = 8

export const newCashReference = () => `J${newSpokenCode(REFERENCE_LENGTH)}`

/**
 * Proposes a cash journal, which is posted only after another super admin confirms it.
 * @throws ValidationError if the account does not fit the kind, or the day is in the future
 * @throws RuleError receipt_used (409) if a journal of this kind has the receipt or bank reference, or a
 *   payment or payout has the receipt
 */
export async function proposeCash(
  body: CashBody & Who & { readonly idempotencyKey?: string | null },
): Promise<CashJournal> {
  const { kind, place, by, evidence } = body
  if (!isPlaceOf(kind, place)) throw new ValidationError({ place: 'cash.place' })
  const happenedAt = momentOfDay(body.happened_on, now())
  if (!happenedAt) throw new ValidationError({ happened_on: 'cash.day_to_come' })
  const amount = parseShillings(body.amount)
  if (amount === null) throw new ValidationError({ amount: 'amount.decimals' })
  const asked = [by.id, kind, place, String(amount), body.happened_on, evidence]
  const receipt = readReceipt(evidence.toUpperCase())
  await transaction((tx) => requireOwnReceipt(tx, { kind, receipt, reverses: null }))
  return propose(body, {
    id: idOfAttempt(env.AUTH_SECRET, 'cash', body.idempotencyKey, asked),
    kind,
    place,
    amount,
    ...changesOf(kind, place, amount),
    evidence,
    receipt,
    note: body.note,
    happenedAt,
    reverses: null,
  })
}

/**
 * Proposes the reversal of a cash journal. The reversal has today's time, so a closed month stays as
 * reported.
 * @throws NotFoundError
 * @throws RuleError not_reversible (409)
 */
export async function proposeReversal({
  id,
  note,
  ...who
}: Who & { id: string; note: string; idempotencyKey?: string | null }): Promise<CashJournal> {
  const row = await transaction((tx) =>
    tx.kysely.selectFrom('cashJournal').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw new NotFoundError()
  if (row.state !== 'confirmed' || row.reverses || row.kind === 'opening') throw notReversible()
  return propose(who, {
    id: idOfAttempt(env.AUTH_SECRET, 'cash-reversal', who.idempotencyKey, [who.by.id, id]),
    kind: row.kind,
    place: row.place,
    amount: row.amount,
    ...takenBack(row),
    evidence: row.evidence,
    receipt: row.receipt,
    note,
    happenedAt: now(),
    reverses: id,
  })
}

const notReversible = () => new RuleError('not_reversible', 409)

type Row = Omit<Parameters<typeof postCash>[1], 'proposedAt' | 'proposedBy'> & {
  readonly place: string | null
  readonly amount: bigint
  readonly evidence: string
  readonly receipt: string | null
  readonly note: string
}

async function propose({ by, address }: Who, row: Row): Promise<CashJournal> {
  try {
    await transaction(async (tx) => {
      const added = await tx.kysely
        .insertInto('cashJournal')
        .values({ ...row, reference: newCashReference(), proposedBy: by.id, proposedAt: now() })
        // A retry of the request has the same id.
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (added.numInsertedOrUpdatedRows !== 1n) return
      await recordAudit(tx, {
        actor: by,
        action: 'cash_journal.proposed',
        subject: { type: 'cash_journal', id: row.id },
        after: toldOf(row),
        address,
      })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'cash_journal_evidence_key')
      throw new RuleError('receipt_used.cash', 409)
    if (violatedConstraint(error) === 'cash_journal_reverses_key') throw notReversible()
    throw error
  }
  return readCashJournal(row.id, by.id)
}

/**
 * Confirms a proposal as a second person, posts its journal, and enqueues a query of M-Pesa's balance. A
 * repeated confirmation by the same person changes nothing.
 * @throws NotFoundError
 * @throws RuleError own_cash_journal, not_two_people (403), already_decided, requester_gone, receipt_used
 *   (409)
 */
export async function confirmCash({ id, by, address }: Who & { id: string }): Promise<CashJournal> {
  await transaction(async (tx) => {
    const row = await lockRow(tx, id)
    if (row.state === 'confirmed' && row.decidedBy === by.id) return
    requireWaiting(row)
    if (!row.proposedBy || row.proposedBy === by.id) throw new RuleError('own_cash_journal', 403)
    await requireTwoPeople(tx.client, row.proposedBy, by.id)
    await requireOwnReceipt(tx, row)
    await decide(tx, id, 'confirmed', by.id)
    if (row.reverses)
      await tx.kysely
        .updateTable('cashJournal')
        .set({ reversedAt: now() })
        .where('id', '=', row.reverses)
        .execute()
    await postCash(tx, row, by.id)
    await enqueue(tx, askBalanceJob, {})
    await recordAudit(tx, {
      actor: by,
      action: 'cash_journal.confirmed',
      subject: { type: 'cash_journal', id },
      before: { status: 'waiting' },
      after: { status: 'confirmed', ...toldOf(row), proposed_by: row.proposedBy },
      address,
    })
  })
  return readCashJournal(id, by.id)
}

/** Rejects a proposal; its proposer can do so too. @throws NotFoundError; RuleError already_decided (409) */
export async function rejectCash({
  id,
  reason,
  by,
  address,
}: Who & { id: string; reason: string }): Promise<CashJournal> {
  await transaction(async (tx) => {
    const row = await lockRow(tx, id)
    requireWaiting(row)
    await decide(tx, id, 'rejected', by.id)
    await recordAudit(tx, {
      actor: by,
      action: 'cash_journal.rejected',
      subject: { type: 'cash_journal', id },
      before: { status: 'waiting' },
      after: { status: 'rejected', ...toldOf(row), ...(reason ? { reason } : {}) },
      address,
    })
  })
  return readCashJournal(id, by.id)
}

/**
 * Refuses the receipt of a payment or payout, which is booked already. Charges are allowed, because they
 * share the receipt of the payment that was charged.
 * @throws RuleError receipt_used (409)
 */
async function requireOwnReceipt(
  tx: Tx,
  { kind, receipt, reverses }: Pick<Row, 'kind' | 'receipt' | 'reverses'>,
): Promise<void> {
  if (!receipt || reverses || kind === 'mpesa_charge' || kind === 'bank_charge') return
  if ((await isIncoming(tx, receipt)) || (await isOutgoing(tx, receipt)))
    throw new RuleError('receipt_used', 409)
}

/** Locks a journal: of two concurrent decisions the second finds it decided. */
async function lockRow({ kysely }: Tx, id: string) {
  const row = await kysely
    .selectFrom('cashJournal')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return row
}

function requireWaiting({ state }: { state: CashState }): void {
  if (state !== 'waiting') throw new RuleError(say('already_decided.cash'), 409)
}

async function decide(
  { kysely }: Tx,
  id: string,
  state: 'confirmed' | 'rejected',
  by: string,
): Promise<void> {
  await kysely
    .updateTable('cashJournal')
    .set({ state, decidedBy: by, decidedAt: now() })
    .where('id', '=', id)
    .execute()
}

const toldOf = ({ kind, place, amount, evidence, note, reverses }: Row) => ({
  kind,
  ...(place ? { place } : {}),
  amount: toShillings(amount),
  ...(evidence ? { evidence } : {}),
  ...(note ? { note } : {}),
  ...(reverses ? { reverses } : {}),
})
