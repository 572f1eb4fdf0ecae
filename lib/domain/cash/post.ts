import type { ListedCashKind } from '#lib/contract/cash/constants.ts'
import { now } from '#lib/core/clock.ts'
import { RuleError } from '#lib/core/errors.ts'
import { type Cents, kesText } from '#lib/core/money.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { lockSystemAccounts } from '#lib/domain/ledger/draw.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import type { SystemAccountKind } from '#lib/domain/ledger/schema.ts'
import { type CashChanges, counterOf, differenceLeft, type Span, spanOf } from './policy.ts'

type Posted = CashChanges & {
  readonly id: string
  readonly kind: ListedCashKind
  readonly happenedAt: Date
  readonly proposedAt: Date
  /** Null if M-Pesa proves the movement. */
  readonly proposedBy: string | null
  /** The id of the reversed row. */
  readonly reverses: string | null
}

/**
 * Posts the journal of a confirmed row. Transfers of platform revenue wait meanwhile, because they depend on
 * M-Pesa's balance (lib/domain/transfers).
 * @throws RuleError tax_payment_too_much (409) if the payment exceeds the tax owed, mpesa_overdrawn (409)
 */
export async function postCash(tx: Tx, row: Posted, actor: string): Promise<void> {
  const { working, utility, bank } = row
  const counter = counterOf(row.kind)
  const amounts: [SystemAccountKind, Cents][] = [
    ['mpesa_collection', -working],
    ['mpesa_float', -utility],
    ['bank', -bank],
    ...(counter ? [[counter, working + utility + bank] satisfies [SystemAccountKind, Cents]] : []),
  ]
  const moved = amounts.filter(([, amount]) => amount !== 0n)
  const locked = await lockSystemAccounts(tx.client, [
    'platform_revenue',
    'mpesa_collection',
    'mpesa_float',
    ...moved.map(([kind]) => kind),
  ])
  const owed = locked.withholding_tax
  if (owed && owed.posted + working + utility + bank < 0n)
    throw new RuleError(say('tax_payment_too_much', { amount: kesText(owed.posted) }), 409)
  // The ledger posts assets with the opposite sign. Only M-Pesa is checked: the books can lack the bank's
  // opening balance, so its balance can be negative.
  const held = -locked.mpesa_collection.posted - locked.mpesa_float.posted
  const isByPeople = row.proposedBy !== null && !row.reverses && row.kind !== 'mpesa_charge'
  if (isByPeople && working + utility < 0n && held + working + utility < 0n)
    throw new RuleError(say('mpesa_overdrawn', { amount: kesText(held) }), 409)
  const reversed = row.reverses ? await readReversed(tx, row.reverses) : null
  await postJournals(tx.client, [
    {
      key: `cash:${row.id}`,
      type: row.reverses ? 'cash_reversed' : row.kind,
      sourceType: 'cash_journal',
      sourceId: row.id,
      actor,
      occurredAt: row.happenedAt,
      ...(reversed ? { reversalOf: reversed.journal } : {}),
      entries: moved.map(([kind, amount]) => ({ accountId: locked[kind].id, amount })),
    },
  ])
  const span = spanOf(reversed ?? row)
  await settleDifference(tx, 'working', working, span)
  await settleDifference(tx, 'utility', utility, span)
  await emit(tx, systemWalletsChanged, {})
}

function readReversed({ kysely }: Tx, id: string) {
  return kysely
    .selectFrom('cashJournal as c')
    .innerJoin('journal as j', (join) => join.on('j.idempotencyKey', '=', `cash:${id}`))
    .select(['j.id as journal', 'c.happenedAt', 'c.proposedAt', 'c.proposedBy'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Reduces an open difference by the booked amount. M-Pesa's next balance shows whether that was right. */
async function settleDifference(
  { kysely }: Tx,
  account: 'working' | 'utility',
  more: Cents,
  span: Span,
): Promise<void> {
  if (more === 0n) return
  const open = await kysely
    .selectFrom('balanceDifference')
    .select(['id', 'amount', 'lastSeenAt'])
    .where('account', '=', account)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!open) return
  const left = differenceLeft(open.amount, more, span, open.lastSeenAt)
  if (left === open.amount) return
  await kysely
    .updateTable('balanceDifference')
    // A closed difference keeps its amount, to show what was explained.
    .set(left === 0n ? { closedAt: now(), closedBy: 'explained' } : { amount: left })
    .where('id', '=', open.id)
    .execute()
}
