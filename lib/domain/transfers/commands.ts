import type { GivenFundTransfer } from '#lib/contract/transfers/calls.ts'
import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { idUnderKey, newId, newSpokenCode } from '#lib/core/ids.ts'
import { type Cents, parseShillings, toShillings } from '#lib/core/money.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { requireTwoPeople } from '#lib/domain/approvals/two-people.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readPosition } from '#lib/domain/cash/position.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { drawFrom, type LockedAccount, lockSystemAccounts } from '#lib/domain/ledger/draw.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import { systemAccountKindOf } from '#lib/domain/ledger/schema.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { isTransferable, movableOf, needsSecondPerson, type TransferableKind } from './policy.ts'
import { broughtInto, kindOfWallet, movedAlone, readTransfer } from './queries.ts'

type Who = { readonly by: { readonly id: string }; readonly address: string }

export type TransferOrder = Who & {
  readonly source_wallet_id: number
  readonly destination_wallet_id: number
  /** Shillings with at most two decimals. */
  readonly amount: number
  readonly description: string
  /** A retry with the same key and transfer creates no second transfer. */
  readonly idempotencyKey?: string | null
}

type Move = {
  readonly id: string
  readonly source: TransferableKind
  readonly destination: TransferableKind
  readonly amount: Cents
}

/** Characters after `T`; short, because people read references aloud and type them. */
const REFERENCE_LENGTH = 8

/**
 * Transfers money between two system wallets at once. If one person would move more than
 * `transfer_second_approval_above` alone in 24 hours, the transfer waits for a second super admin. A waiting
 * transfer holds no money: the approval checks the source again.
 * @throws ValidationError if a wallet does not exist, or both are the same
 * @throws RuleError not_transferable (409), insufficient_balance (400)
 */
export async function requestTransfer(order: TransferOrder): Promise<GivenFundTransfer> {
  const { source, destination } = await walletsOf(order)
  const amount = parseShillings(order.amount)
  if (amount === null) throw new ValidationError({ amount: 'amount.decimals' })
  const { transfer_second_approval_above: above } = await readSettings()
  const move: Move = { id: idOf(order), source, destination, amount }
  await transaction(async (tx) => {
    // Serializes one person's transfers: concurrent transfers would not see each other's amount.
    await lockName(tx.client, `transfers:${order.by.id}`)
    const accounts = await lockBoth(tx, move)
    // Reads under the locks, to see a concurrent retry.
    if (await tx.kysely.selectFrom('fundTransfer').select('id').where('id', '=', move.id).executeTakeFirst())
      return
    const needsSecond = needsSecondPerson(amount + (await movedAlone(tx.client, order.by.id)), above)
    await refuseTooMuch(tx, move, accounts.source)
    const moment = now()
    const after = balancesAfter(move, accounts)
    const completed = {
      decidedBy: order.by.id,
      decidedAt: moment,
      sourceAfter: after.source,
      destinationAfter: after.destination,
    }
    await tx.kysely
      .insertInto('fundTransfer')
      .values({
        id: move.id,
        reference: `T${newSpokenCode(REFERENCE_LENGTH)}`,
        source,
        destination,
        amount,
        description: order.description,
        state: needsSecond ? 'waiting' : 'completed',
        requestedBy: order.by.id,
        requestedAt: moment,
        needsSecond,
        ...(needsSecond ? {} : completed),
      })
      .execute()
    if (!needsSecond) return complete(tx, move, accounts, order, described(order))
    await recordAudit(tx, {
      actor: order.by,
      action: 'transfer.requested',
      subject: { type: 'fund_transfer', id: move.id },
      after: { ...toldOf(move), ...described(order) },
      address: order.address,
    })
  })
  return readTransfer(move.id, order.by.id)
}

/**
 * Approves a transfer by a second person, and moves the money. The same person's repeated approval changes
 * nothing. `access` of the call requires a super admin (lib/contract/transfers/calls.ts).
 * @throws NotFoundError
 * @throws RuleError own_transfer, not_two_people (403), already_decided (409), insufficient_balance (400)
 */
export async function approveTransfer(yes: Who & { readonly id: string }): Promise<GivenFundTransfer> {
  await transaction(async (tx) => {
    const found = await lockTransfer(tx, yes.id)
    if (found.state === 'completed' && found.decidedBy === yes.by.id && found.requestedBy !== yes.by.id)
      return
    const row = waitingMove(found)
    if (row.requested_by === yes.by.id) throw new RuleError('own_transfer', 403)
    await requireTwoPeople(tx.client, row.requested_by, yes.by.id)
    const accounts = await lockBoth(tx, row)
    await refuseTooMuch(tx, row, accounts.source)
    const after = balancesAfter(row, accounts)
    await tx.kysely
      .updateTable('fundTransfer')
      .set({
        state: 'completed',
        decidedBy: yes.by.id,
        decidedAt: now(),
        sourceAfter: after.source,
        destinationAfter: after.destination,
      })
      .where('id', '=', row.id)
      .execute()
    await complete(tx, row, accounts, yes, { requested_by: row.requested_by })
  })
  return readTransfer(yes.id, yes.by.id)
}

/** Rejects a transfer; the requester may do so too. @throws NotFoundError; RuleError already_decided (409) */
export async function rejectTransfer(
  no: Who & { readonly id: string; readonly reason: string },
): Promise<GivenFundTransfer> {
  await transaction(async (tx) => {
    const row = waitingMove(await lockTransfer(tx, no.id))
    await tx.kysely
      .updateTable('fundTransfer')
      .set({ state: 'rejected', decidedBy: no.by.id, decidedAt: now() })
      .where('id', '=', row.id)
      .execute()
    await recordAudit(tx, {
      actor: no.by,
      action: 'transfer.rejected',
      subject: { type: 'fund_transfer', id: row.id },
      before: { status: 'waiting' },
      after: { status: 'rejected', ...toldOf(row), ...(no.reason ? { reason: no.reason } : {}) },
      address: no.address,
    })
  })
  return readTransfer(no.id, no.by.id)
}

function idOf(order: TransferOrder): string {
  const { idempotencyKey, by, source_wallet_id: source, destination_wallet_id: destination, amount } = order
  if (!idempotencyKey) return newId()
  return idUnderKey(
    env.AUTH_SECRET,
    ['transfer', by.id, idempotencyKey, source, destination, amount].join(' '),
  )
}

async function walletsOf(order: TransferOrder) {
  const [source, destination] = await Promise.all([
    kindOfWallet(order.source_wallet_id),
    kindOfWallet(order.destination_wallet_id),
  ])
  if (!source) throw new ValidationError({ source_wallet_id: 'not_system_wallet' })
  if (!destination) throw new ValidationError({ destination_wallet_id: 'not_system_wallet' })
  if (source === destination) throw new ValidationError({ destination_wallet_id: 'same_wallet' })
  for (const kind of [source, destination])
    if (!isTransferable(kind))
      throw new RuleError(say('not_transferable', { name: say(`wallet.${kind}`) }), 409)
  if (!isTransferable(source) || !isTransferable(destination)) throw new Error('looked at above')
  return { source, destination }
}

type Locked = { source: LockedAccount; destination: LockedAccount }

/** Locks both accounts in one call, which avoids deadlocks between opposite transfers. */
async function lockBoth(
  { client }: Tx,
  { source, destination }: Pick<Move, 'source' | 'destination'>,
): Promise<Locked> {
  const found = await lockSystemAccounts(client, [source, destination])
  return { source: found[source], destination: found[destination] }
}

async function refuseTooMuch(
  { client }: Tx,
  { source, amount }: Move,
  { posted: held }: LockedAccount,
): Promise<void> {
  const [brought, { free, books }] = [await broughtInto(client, source), await readPosition(client)]
  const movable = movableOf(source, held, { brought, free, bank: books.bank })
  if (amount <= movable) return
  const kes = (cents: Cents) => `KES ${toShillings(cents).toLocaleString('en-KE')}`
  const has = { name: say(`wallet.${source}`), amount: kes(held) }
  throw new RuleError(
    movable === held
      ? say('insufficient_balance.wallet', has)
      : say(`insufficient_balance.${source === 'royalty_pool' ? source : 'paid_out'}`, {
          ...has,
          movable: kes(movable),
        }),
  )
}

function balancesAfter({ amount }: Move, { source, destination }: Locked) {
  return { source: source.posted - amount, destination: destination.posted + amount }
}

async function complete(
  tx: Tx,
  move: Move,
  accounts: Locked,
  { by, address }: Who,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const [before, after] = [balancesAfter({ ...move, amount: 0n }, accounts), balancesAfter(move, accounts)]
  await postJournals(tx.client, [
    {
      key: `transfer:${move.id}`,
      type: 'transfer',
      sourceType: 'fund_transfer',
      sourceId: move.id,
      actor: by.id,
      occurredAt: now(),
      entries: [
        drawFrom(accounts.source, move.amount),
        { accountId: accounts.destination.id, amount: move.amount },
      ],
    },
  ])
  await recordAudit(tx, {
    actor: by,
    action: 'transfer.completed',
    subject: { type: 'fund_transfer', id: move.id },
    before: {
      [move.source]: toShillings(before.source),
      [move.destination]: toShillings(before.destination),
    },
    after: {
      [move.source]: toShillings(after.source),
      [move.destination]: toShillings(after.destination),
      amount: toShillings(move.amount),
      ...more,
    },
    address,
  })
  await emit(tx, systemWalletsChanged, {})
}

const described = ({ description }: TransferOrder): Record<string, string> =>
  description ? { description } : {}

const toldOf = ({ source, destination, amount }: Move) => ({
  source,
  destination,
  amount: toShillings(amount),
})

/** Locks a transfer: the second of two concurrent decisions finds it decided. */
async function lockTransfer(tx: Tx, id: string) {
  const row = await tx.kysely
    .selectFrom('fundTransfer')
    .select(['id', 'source', 'destination', 'amount', 'state', 'requestedBy', 'decidedBy'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return row
}

/** @throws RuleError already_decided, not_transferable (409) */
function waitingMove(row: Awaited<ReturnType<typeof lockTransfer>>): Move & { requested_by: string } {
  if (row.state !== 'waiting') throw new RuleError(say('already_decided.transfer', { state: row.state }), 409)
  const [source, destination] = [systemAccountKindOf(row.source), systemAccountKindOf(row.destination)]
  if (!isTransferable(source) || !isTransferable(destination))
    throw new RuleError('not_transferable.any_more', 409)
  return { id: row.id, source, destination, amount: row.amount, requested_by: row.requestedBy }
}
