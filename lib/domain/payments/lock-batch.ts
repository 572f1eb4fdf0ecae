import type { PoolClient } from 'pg'
import { pipelined } from '#lib/core/db.ts'
import { normaliseSpokenCode } from '#lib/core/ids.ts'
import type { InboxRow } from './inbox.ts'
import { isOnlyNamed, isSuspended } from './policy.ts'
import type { PurposeHandlers, PurposeTerms } from './purpose.ts'
import { type Reading, readCallback } from './read-callback.ts'
import type { Intent, KnownReceipt, PaidEvidence, PaymentPurpose, ReviewReason } from './schema.ts'
import {
  countedAmong,
  intentsByReference,
  lockIntents,
  lockReceipts,
  lockReceiptsAndBeside,
  receiptsBeside,
  type StandingJournal,
  standingJournals,
} from './settlement-rows.ts'

export type ReadRow = {
  readonly row: InboxRow
  /** Whether the callback came from a trusted address. */
  readonly isBelieved: boolean
  readonly reading: Reading
  intentId: string | null
  /** Why no payment was created: the account number names something that does not take this money. */
  refusal?: ReviewReason
}

export type LockedBatch = {
  readonly receipts: Map<string, KnownReceipt>
  readonly intents: Map<string, Intent>
  /** By payment id, for purposes that have a handler. */
  readonly terms: Map<string, PurposeTerms>
  /** Journals of receipts that may be reassigned or leave suspense. */
  readonly standing: readonly StandingJournal[]
}

/** A concurrent settlement wrote a receipt that must be locked before the intents: the retry finds it. */
export class ChangedMeanwhileError extends Error {}

function paidOf(read: readonly ReadRow[]): PaidEvidence[] {
  return read.flatMap(({ reading }) =>
    'evidence' in reading && reading.evidence.kind === 'paid' ? [reading.evidence] : [],
  )
}

/**
 * Locks known receipts, then intents, always in this order, which avoids deadlocks.
 * @throws ChangedMeanwhileError
 */
export async function lockBatch(
  client: PoolClient,
  handlers: PurposeHandlers,
  read: ReadRow[],
): Promise<LockedBatch> {
  const told = [...new Set(paidOf(read).map((paid) => paid.receipt))].sort()
  if (read.some(({ intentId }) => intentId === null)) return lockWithStrays(client, handlers, read, told)
  const [receipts, intents, terms] = await pipelined([
    lockReceipts(client, told),
    lockIntents(client, intentsOf(read)),
    loadTerms(client, handlers, purposesOf(read)),
  ])
  return { receipts, intents, terms, standing: await standingJournals(client, suspendedOf(read, receipts)) }
}

const intentsOf = (read: readonly ReadRow[]) => [...new Set(read.flatMap(({ intentId }) => intentId ?? []))]

const purposesOf = (read: readonly ReadRow[]) =>
  read.flatMap(({ row: { intent_id: id, purpose } }) => (id && purpose ? [{ id, purpose }] : []))

export async function loadTerms(
  client: PoolClient,
  handlers: PurposeHandlers,
  payments: Iterable<{ readonly id: string; readonly purpose: PaymentPurpose }>,
): Promise<Map<string, PurposeTerms>> {
  const ids = new Map<PaymentPurpose, Set<string>>()
  for (const { id, purpose } of payments) ids.set(purpose, (ids.get(purpose) ?? new Set()).add(id))
  const all = await pipelined([...ids].map(([purpose, its]) => handlers[purpose]?.load(client, [...its])))
  return new Map(all.flatMap((terms) => [...(terms ?? [])]))
}

/**
 * As `lockBatch`, with statement lines or Paybill payments. These prove the owner of a receipt, so the
 * payment that has the receipt now is locked too.
 */
async function lockWithStrays(
  client: PoolClient,
  handlers: PurposeHandlers,
  read: ReadRow[],
  told: readonly string[],
): Promise<LockedBatch> {
  const receipts = await lockReceiptsAndBeside(client, told)
  await attribute(client, handlers, read, receipts)
  const contested = contestedOf(read, receipts)
  const holders = contested.flatMap(({ intentId }) => intentId ?? [])
  const intents = await lockIntents(client, [...new Set([...intentsOf(read), ...holders])])
  const terms = await loadTerms(client, handlers, intents.values())
  const suspended = suspendedOf(read, receipts)
  if (holders.length === 0)
    return { receipts, intents, terms, standing: await standingJournals(client, suspended) }
  const beside = await receiptsBeside(client, holders)
  const besideKnown = beside.flatMap(({ receipt }) => receipts.get(receipt) ?? [])
  if (besideKnown.length < beside.length) throw new ChangedMeanwhileError('more receipts than were locked')
  const standing = await standingJournals(client, [...contested, ...besideKnown, ...suspended])
  return { receipts, intents, terms, standing }
}

/**
 * Receipts that only a callback has given to a payment, while M-Pesa's books name another payment or none.
 */
function contestedOf(read: readonly ReadRow[], receipts: ReadonlyMap<string, KnownReceipt>): KnownReceipt[] {
  return read.flatMap((one) => {
    const [paid] = one.row.intent_id === null ? paidOf([one]) : []
    const known = paid?.trusted ? receipts.get(paid.receipt) : undefined
    return known && isOnlyNamed(known, one.intentId) ? [known] : []
  })
}

/** Receipts in suspense without a payment, for which this batch names one. */
function suspendedOf(read: readonly ReadRow[], receipts: ReadonlyMap<string, KnownReceipt>): KnownReceipt[] {
  return paidOf(read.filter(({ intentId }) => intentId !== null)).flatMap(({ receipt }) => {
    const known = receipts.get(receipt)
    return known && isSuspended(known) ? [known] : []
  })
}

/**
 * Sets the intent or refusal of Paybill payments and statement lines by their typed account number;
 * `openFromPaybill` may create intents.
 */
async function attribute(
  client: PoolClient,
  handlers: PurposeHandlers,
  read: ReadRow[],
  known: ReadonlyMap<string, KnownReceipt>,
): Promise<void> {
  const strays = read.filter((one) => one.intentId === null)
  const paid = paidOf(strays).filter((one) => one.trusted)
  if (paid.length === 0) return
  const byReference = await intentsByReference(
    client,
    paid.map((one) => normaliseReference(one.accountReference)),
  )
  const payers = paid.flatMap(({ accountReference, phone }) => {
    const intentId = byReference.get(normaliseReference(accountReference))
    return intentId ? [{ intentId, phone }] : []
  })
  const nameless = paid.filter((one) => !byReference.has(normaliseReference(one.accountReference)))
  const mayBeTaken = await onlyNamedForCounted(client, nameless, known)
  const unplaced = nameless.filter(({ receipt }) => !known.has(receipt) || mayBeTaken.has(receipt))
  const opened = new Map<string, string>()
  const refused = new Map<string, ReviewReason>()
  for (const handler of Object.values(handlers)) {
    const answer = await handler.openFromPaybill?.(client, unplaced)
    for (const [receipt, id] of answer?.opened ?? []) opened.set(receipt, id)
    for (const [receipt, why] of answer?.refused ?? []) refused.set(receipt, why)
  }
  // After `openFromPaybill`: gifts created there count in the daily limits of these payers.
  if (payers.length > 0)
    for (const handler of Object.values(handlers)) await handler.seePayers?.(client, payers)
  for (const one of strays) {
    const [evidence] = paidOf([one])
    if (!evidence) continue
    const named = byReference.get(normaliseReference(evidence.accountReference))
    one.intentId = named ?? opened.get(evidence.receipt) ?? null
    one.refusal = refused.get(evidence.receipt)
  }
}

/** Receipts of these payments that only the callback of another, counted payment has named. */
async function onlyNamedForCounted(
  client: PoolClient,
  payments: readonly PaidEvidence[],
  receipts: ReadonlyMap<string, KnownReceipt>,
): Promise<Set<string>> {
  const named = payments.flatMap(({ receipt }) => {
    const known = receipts.get(receipt)
    return known && isOnlyNamed(known, null) ? [known] : []
  })
  const counted = await countedAmong(
    client,
    named.flatMap(({ intentId }) => intentId ?? []),
  )
  return new Set(named.flatMap(({ receipt, intentId }) => (intentId && counted.has(intentId) ? receipt : [])))
}

/** Normalises a typed account number: ignores case, blanks, dashes and `#`. */
export function normaliseReference(reference: string | null): string {
  return normaliseSpokenCode(reference ?? '')
}

/** Prompts named by messages about payments whose own prompt is unknown: they may be other payments'. */
export function strangePrompts(read: readonly ReadRow[], intents: ReadonlyMap<string, Intent>): string[] {
  return read.flatMap(({ reading, intentId }) => {
    const intent = intentId ? intents.get(intentId) : undefined
    const told = 'evidence' in reading ? reading.checkoutRequestId : null
    return told && intent?.checkoutRequestId === null ? [told] : []
  })
}

/** Parses a callback as of its arrival, so that its payment time stays plausible if it is settled late. */
export function readRow(row: InboxRow, isBelieved: boolean): ReadRow {
  return {
    row,
    isBelieved,
    reading: readCallback(row.kind, row.body, isBelieved, row.received_at),
    intentId: row.intent_id,
  }
}
