import { now } from '#lib/core/clock.ts'
import { db, pipelined, sqlState } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { emission, runAll, type Tx, type TxStatement, transaction } from '#lib/core/outbox.ts'
import { inSharedSpan } from '#lib/core/tracing.ts'
import { postingOf } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { isBelievedSource } from './callback-source.ts'
import { paymentsChanged } from './events.ts'
import { claimInbox, type InboxRow, inboxFinished, inboxLeftWaiting, setAside, takeUpAgain } from './inbox.ts'
import { ChangedMeanwhileError, lockBatch, type ReadRow, readRow, strangePrompts } from './lock-batch.ts'
import { noteSettled } from './metrics.ts'
import { decide, decideStray, objectionTo, promptOf, weighed, withBelievedTime } from './policy.ts'
import type { PurposeHandlers, PurposeTerms } from './purpose.ts'
import type { Evidence, Intent, KnownReceipt, ReviewReason } from './schema.ts'
import { ATTACHED_WRONG_AMOUNT, openBook, type SettlementBook } from './settlement-book.ts'
import { holdersOfPrompts, intentsWritten, receiptsWritten } from './settlement-rows.ts'

/** Callbacks per transaction. */
export const BATCH = 200
const UNIQUE_VIOLATION = '23505'

/**
 * Settles the inbox in batches until it is empty: state, journal, counts and outbox change in one transaction
 * (docs/money.md, Settlement).
 * @returns how many callbacks were settled
 */
export async function settleInbox(handlers: PurposeHandlers, batch = BATCH): Promise<number> {
  for (let settled = 0; ; ) {
    const done = await settleBatch(handlers, batch)
    settled += done
    if (done === 0) return settled
  }
}

/** Also retries callbacks that were set aside: a newer worker may be able to settle them. */
export async function settleAgain(handlers: PurposeHandlers): Promise<number> {
  await takeUpAgain(db())
  return settleInbox(handlers)
}

/**
 * Settles one batch in one transaction. If a callback fails, each gets its own transaction, so that it delays
 * no other.
 * @returns how many callbacks were settled; only 0 means that none is left
 */
export async function settleBatch(handlers: PurposeHandlers, limit = BATCH): Promise<number> {
  try {
    return await settleAtOnce(handlers, limit)
  } catch (error) {
    if (!isCausedByData(error)) throw error
    return settleOneByOne(handlers, limit)
  }
}

/** Retries if a concurrent settlement wrote a receipt: the second run finds and locks it. */
async function settleAtOnce(
  handlers: PurposeHandlers,
  limit: number,
  onClaim?: (claimed: readonly InboxRow[]) => void,
): Promise<number> {
  const run = () =>
    transaction(async (tx) => {
      const claimed = await claimInbox(tx.client, limit)
      onClaim?.(claimed)
      const traces = claimed.map(({ trace_context }) => trace_context)
      return inSharedSpan('settle payments', traces, () => settleClaimed(tx, handlers, claimed))
    })
  return run().catch((error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION && !(error instanceof ChangedMeanwhileError)) throw error
    return run()
  })
}

/** One transaction per callback; a failed one is set aside until the next sweep. */
async function settleOneByOne(handlers: PurposeHandlers, limit: number): Promise<number> {
  for (let done = 0; done < limit; done++) {
    let taken: readonly InboxRow[] = []
    const onClaim = (claimed: readonly InboxRow[]) => {
      taken = claimed
    }
    try {
      if ((await settleAtOnce(handlers, 1, onClaim)) === 0) return done
    } catch (error) {
      if (!(error instanceof Error) || !isCausedByData(error)) throw error
      for (const { id } of taken) {
        log.error({ err: error, inboxId: String(id) }, 'a callback could not be settled and is set aside')
        await setAside(db(), id, error.message)
      }
    }
  }
  return limit
}

/**
 * SQLSTATE classes of data exceptions, constraint violations and size limits: the same callback fails each
 * time, and others do not.
 */
const DATA_FAULTS = /^(22|23|54)/

function isCausedByData(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return DATA_FAULTS.test(state)
  return error instanceof UnsettleableError || error instanceof RangeError || error instanceof TypeError
}

/** This version of the worker cannot settle the callback. */
class UnsettleableError extends Error {}

async function settleClaimed(
  tx: Tx,
  handlers: PurposeHandlers,
  claimed: readonly InboxRow[],
): Promise<number> {
  if (claimed.length === 0) return 0
  const moment = now()
  const addresses = new Set(claimed.map((row) => row.source_address))
  const believed = new Set([...addresses].filter(isBelievedSource))
  const read = claimed.map((row) => readRow(row, believed.has(row.source_address)))
  const { receipts, intents, terms, standing } = await lockBatch(tx.client, handlers, read)
  const holders = await holdersOfPrompts(tx.client, strangePrompts(read, intents))
  const accounts = await systemAccounts()
  const book = openBook(
    intents,
    receipts,
    {
      collection: systemAccount(accounts, 'mpesa_collection'),
      suspense: systemAccount(accounts, 'suspense'),
      platform: systemAccount(accounts, 'platform_revenue'),
    },
    moment,
    standing,
  )
  const settled = read.map((one) => ({
    id: one.row.id,
    outcome: settleRow(book, one, { terms, holders, moment }),
  }))
  const done = settled.filter(({ outcome }) => outcome !== WAITS)
  const waiting = settled.filter(({ outcome }) => outcome === WAITS)
  const writes = [
    ...inboxFinished(
      done.map(({ id }) => id),
      done.map(({ outcome }) => outcome),
      moment,
    ),
    ...inboxLeftWaiting(waiting.map(({ id }) => id)),
    ...writesOfBook(book),
  ]
  const last = lastOfBook(handlers, book)
  const buying = applyPurchases(handlers, book)
  if (buying) await pipelined([runAll(tx, writes), buying(tx)])
  await runAll(tx, buying ? last : [...writes, ...last])
  tx.onCommit.push(() => noteSettled(read, book.outcomes))
  return claimed.length
}

/** Outcome of a callback that is settled once its payment's acknowledgement is stored. */
const WAITS = 'waits'

type Given = {
  readonly terms: ReadonlyMap<string, PurposeTerms>
  /** Payments of known prompts, by CheckoutRequestID. */
  readonly holders: ReadonlyMap<string, string>
  readonly moment: Date
}

/** @returns the row's outcome; or `WAITS` */
function settleRow(
  book: SettlementBook,
  { row, reading, intentId, isBelieved, refusal }: ReadRow,
  { terms, holders, moment }: Given,
): string {
  if ('unreadable' in reading) {
    // The health page counts these too: M-Pesa may have reported money that we do not see.
    if (isBelieved)
      log.error(
        { inboxId: String(row.id), kind: row.kind, why: reading.unreadable },
        'a callback is not understood',
      )
    return `unreadable: ${reading.unreadable}`
  }
  const intent = intentId ? book.intents.get(intentId) : undefined
  if (!intent) return settleStray(book, reading.evidence, refusal)
  const its = terms.get(intent.id)
  if (!its)
    throw new UnsettleableError(
      `no terms for intent ${intent.id} of purpose ${intent.purpose} (inbox ${row.id})`,
    )
  const match = promptOf(
    intent,
    { kind: row.kind, checkoutRequestId: reading.checkoutRequestId, isBelieved },
    holders,
  )
  if (match.kind === 'early') return WAITS
  if (match.kind === 'hint') book.hintPrompt(intent, match.checkoutRequestId)
  const evidence = withBelievedTime(intent, weighed(reading.evidence, match), moment)
  if (match.kind === 'confirmed' && evidence.kind === 'query_paid')
    book.confirmPrompt(intent, match.checkoutRequestId)
  const paid = evidence.kind === 'paid' ? evidence : null
  const known = paid ? book.receipts.get(paid.receipt) : undefined
  const current = book.intents.get(intent.id) ?? intent
  const objection = objectionTo(current, its, evidence, moment)
  const decision = decide(current, evidence, known, objection, holderOf(book, known))
  const outcome = book.apply(current, decision, paid, its)
  if (decision.kind === 'reassign') logReassigned(paid?.receipt, decision.from, intent.id)
  if (outcome === ATTACHED_WRONG_AMOUNT)
    log.error({ intentId: intent.id }, 'M-Pesa took another amount than it had confirmed')
  return outcome
}

/** The payment that has a known receipt, if locked. */
const holderOf = (book: SettlementBook, known: KnownReceipt | undefined) =>
  known?.intentId ? book.intents.get(known.intentId) : undefined

function logReassigned(receipt: string | undefined, from: Intent, intentId: string | null): void {
  log.error(
    { receipt, intentId, toldFor: from.id },
    'M-Pesa had told the receipt of one payment for another: it is reassigned',
  )
}

/** Proven money without a payment of ours goes to suspense. */
function settleStray(book: SettlementBook, evidence: Evidence, refusal: ReviewReason | undefined): string {
  if (evidence.kind !== 'paid') return 'unknown payment'
  const known = book.receipts.get(evidence.receipt)
  const decision = decideStray(evidence, known, holderOf(book, known), refusal)
  if (decision.kind === 'nothing') return decision.why
  if (decision.from) {
    book.release(decision.from, evidence)
    logReassigned(evidence.receipt, decision.from, null)
  }
  book.suspend(evidence, null, decision.reason)
  return `${decision.from ? 'handed over: ' : ''}suspense: ${decision.reason}`
}

export function writesOfBook(book: SettlementBook): TxStatement[] {
  const changes = [...book.changes.values()]
  return [
    ...receiptsWritten(book.freshReceipts, book.changedReceipts.values()),
    ...intentsWritten(changes),
    ...(changes.length > 0 ? [emission(paymentsChanged, { intent_ids: changes.map(({ id }) => id) })] : []),
  ]
}

/**
 * Returns a function that runs each purpose's `apply`; undefined if none has one. Run it after
 * `writesOfBook`, which marks intents as paid.
 */
export function applyPurchases(
  handlers: PurposeHandlers,
  book: SettlementBook,
): ((tx: Tx) => Promise<unknown>) | undefined {
  const applies = [...book.purchases].flatMap(([purpose, purchases]) => {
    const apply = handlers[purpose]?.apply
    return apply ? [(tx: Tx) => apply(tx, purchases)] : []
  })
  return applies.length > 0 ? (tx) => pipelined(applies.map((apply) => apply(tx))) : undefined
}

/**
 * Statements for shared rows: balances, then counts. Other settlements wait for these rows until the commit.
 */
export function lastOfBook(handlers: PurposeHandlers, book: SettlementBook): TxStatement[] {
  const counts = [...book.purchases].flatMap(
    ([purpose, purchases]) => handlers[purpose]?.applyLast?.(purchases) ?? [],
  )
  return [...(book.journals.length > 0 ? [postingOf(book.journals)] : []), ...counts]
}
