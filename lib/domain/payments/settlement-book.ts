import { addSeconds } from '#lib/core/clock.ts'
import type { Cents } from '#lib/core/money.ts'
import type { EntryDraft, JournalDraft } from '#lib/domain/ledger/schema.ts'
import { type Decision, isUndecided, nextCheckAfter } from './policy.ts'
import type { Purchase, PurposeTerms } from './purpose.ts'
import type {
  Intent,
  KnownReceipt,
  Outcome,
  PaidEvidence,
  PaymentPurpose,
  PaymentState,
  ReviewReason,
} from './schema.ts'
import type { IntentChange } from './settlement-rows.ts'
import {
  NOBODY,
  type ReceiptRow,
  receiptDifferenceKey,
  type StandingJournal,
  suspenseKey,
} from './settlement-rows.ts'

export type BatchAccounts = {
  readonly collection: bigint
  readonly suspense: bigint
  readonly platform: bigint
  /** The person who decided; M-Pesa if absent. */
  readonly actor?: string
}

/** Outcome if a receipt's amount differs from that of its payment, which a query had proven. */
export const ATTACHED_WRONG_AMOUNT = 'receipt attached: wrong_amount'

/** M-Pesa is queried again after a terminal code: the same answer twice declines. */
const POLL_AFTER_SECONDS = 15

/**
 * Collects the writes of one batch in memory. Later evidence sees the effect of earlier evidence: ten copies
 * of a callback are one payment and nine duplicates.
 * @param standing journals of receipts that this batch may reassign, or take out of suspense
 */
export function openBook(
  intents: Map<string, Intent>,
  receipts: Map<string, KnownReceipt>,
  accounts: BatchAccounts,
  moment: Date,
  standing: readonly StandingJournal[] = [],
) {
  const changes = new Map<string, IntentChange>()
  const journals: JournalDraft[] = []
  const receiptBook = openReceiptBook(receipts)
  const { takeBack } = openReversals(journals, standing, moment)
  const purchases = new Map<PaymentPurpose, Purchase[]>()
  const outcomes: Outcome[] = []

  function noteOutcome(
    outcome: Outcome['outcome'],
    intent: Intent | null,
    amount: Cents,
    voteCount = 0,
  ): void {
    outcomes.push({ purpose: intent?.purpose ?? 'unknown', outcome, amount, voteCount })
  }

  function change(intent: Intent, state: PaymentState, more: Partial<IntentChange> = {}): void {
    const before = changes.get(intent.id)
    changes.set(intent.id, {
      resultCode: null,
      reviewReason: null,
      checkoutRequestId: null,
      hintedCheckoutRequestId: null,
      paidAt: null,
      settledAt: null,
      confirmedAt: null,
      receipt: null,
      ...before,
      id: intent.id,
      state,
      lastQueryCode: intent.lastQueryCode,
      nextCheckAt: isUndecided(state) ? (before?.nextCheckAt ?? nextCheckAfter(intent.sentAt, moment)) : null,
      ...more,
    })
    intents.set(intent.id, {
      ...intent,
      state,
      lastQueryCode: more.lastQueryCode ?? intent.lastQueryCode,
      reviewReason: more.reviewReason ?? intent.reviewReason,
    })
  }

  /** @param draft.from the account debited with `amount`, which `credits` sum to */
  function addJournal(
    draft: Pick<JournalDraft, 'key' | 'type' | 'sourceType' | 'sourceId' | 'occurredAt'> & {
      readonly amount: Cents
      readonly from: bigint
      readonly credits: readonly EntryDraft[]
    },
  ): void {
    const { amount, from, credits, ...journal } = draft
    journals.push({
      ...journal,
      actor: accounts.actor ?? 'mpesa',
      entries: [{ accountId: from, amount: -amount }, ...credits],
    })
  }

  function addPurchase(purpose: PaymentPurpose, purchase: Purchase): void {
    const others = purchases.get(purpose)
    if (others) others.push(purchase)
    else purchases.set(purpose, [purchase])
  }

  function credit(
    intent: Intent,
    terms: PurposeTerms,
    paid: PaidEvidence | null,
    decision: Decision & { kind: 'credit' },
  ): void {
    const from = decision.from === 'suspense' ? accounts.suspense : accounts.collection
    addJournal({
      key: `intent:${intent.id}`,
      type: intent.purpose,
      sourceType: 'payment_intent',
      sourceId: intent.id,
      occurredAt: decision.paidAt,
      amount: intent.amount,
      from,
      credits: terms.credits(intent.amount),
    })
    change(intent, 'credited', {
      paidAt: decision.paidAt,
      settledAt: moment,
      resultCode: '0',
      receipt: paid ? null : 'missing',
    })
    const { what, voteCount } = terms
    const waitsSince = paid ? decision.paidAt : intent.sentAt
    addPurchase(intent.purpose, {
      ...{ what, voteCount, paidAt: decision.paidAt },
      ...(accounts.actor === undefined ? { waitsSince } : {}),
    })
    noteOutcome('credited', intent, intent.amount, voteCount)
    if (!paid) return
    intents.set(intent.id, { ...intent, state: 'credited', receipt: paid.receipt })
    const known = receipts.get(paid.receipt)
    if (decision.from === 'suspense' && known)
      receiptBook.give(known, { intentId: intent.id, status: 'claimed' })
    else receiptBook.add(paid, intent.id, 'credited', null)
  }

  function suspend(paid: PaidEvidence, intent: Intent | null, reason: ReviewReason): void {
    addJournal({
      // A reassigned receipt may have been in suspense for another payment.
      key: suspenseKey(paid.receipt, receipts.has(paid.receipt) ? (intent?.id ?? NOBODY) : null),
      type: 'suspense',
      sourceType: 'mpesa_receipt',
      sourceId: paid.receipt,
      occurredAt: paid.paidAt,
      amount: paid.amount,
      from: accounts.collection,
      credits: [{ accountId: accounts.suspense, amount: paid.amount }],
    })
    receiptBook.add(paid, intent?.id ?? null, 'unmatched', reason)
    noteOutcome('people', intent, paid.amount)
  }

  /**
   * Attaches a receipt to a payment proven by a query. The payment stays credited; if the receipt's amount
   * differs, the platform gains or bears the difference, and the payment's page shows it.
   */
  function attachReceipt(paid: PaidEvidence, intent: Intent): string {
    const difference = paid.amount - intent.amount
    receiptBook.add(paid, intent.id, 'credited', difference === 0n ? null : 'wrong_amount')
    change(intent, 'credited', { receipt: 'known' })
    intents.set(intent.id, { ...intent, receipt: paid.receipt })
    if (difference === 0n) return 'receipt attached'
    addJournal({
      key: receiptDifferenceKey(paid.receipt),
      type: 'difference',
      sourceType: 'mpesa_receipt',
      sourceId: paid.receipt,
      occurredAt: paid.paidAt,
      amount: difference,
      from: accounts.collection,
      credits: [{ accountId: accounts.platform, amount: difference }],
    })
    return ATTACHED_WRONG_AMOUNT
  }

  /** Moves a receipt from suspense to its payment, which a query had proven: M-Pesa charged once. */
  function attachSuspended(paid: PaidEvidence, intent: Intent): string {
    const known = receipts.get(paid.receipt)
    if (!known) return 'no receipt'
    takeBack('suspense', paid.receipt)
    receiptBook.give(known, { intentId: intent.id, status: 'credited', reason: null })
    change(intent, 'credited', { receipt: 'known' })
    intents.set(intent.id, { ...intent, receipt: paid.receipt })
    return 'receipt attached'
  }

  /**
   * Takes the receipt from the payment whose callback had named it. That payment stays counted, by its second
   * receipt if there is one, else without a receipt until one comes.
   */
  function release(from: Intent, paid: PaidEvidence): void {
    const known = receipts.get(paid.receipt)
    if (known?.status === 'unmatched') takeBack('suspense', paid.receipt)
    if (known?.status !== 'credited') return
    if (known.amount !== from.amount) takeBack('difference', paid.receipt)
    const second = receiptBook.second(from)
    if (!second) change(from, 'credited', { receipt: 'missing' })
    intents.set(from.id, { ...from, receipt: second?.receipt ?? null })
    if (!second) return
    takeBack('suspense', second.receipt)
    receiptBook.give(second, { intentId: from.id, status: 'credited', reason: null })
  }

  /** @returns the inbox row's outcome */
  function apply(intent: Intent, decision: Decision, paid: PaidEvidence | null, terms: PurposeTerms): string {
    switch (decision.kind) {
      case 'nothing':
        return decision.why
      case 'credit':
        credit(intent, terms, paid, decision)
        return 'credited'
      case 'attach_receipt':
        return paid ? attachReceipt(paid, intent) : 'no receipt'
      case 'attach_suspended':
        return paid ? attachSuspended(paid, intent) : 'no receipt'
      case 'reassign':
        if (paid) release(decision.from, paid)
        return `handed over: ${apply(intent, decision.next, paid, terms)}`
      case 'suspense':
        if (paid) suspend(paid, intent, decision.reason)
        if (decision.intentToReview) change(intent, 'review', { reviewReason: decision.reason })
        return `suspense: ${decision.reason}`
      case 'review':
        change(intent, 'review', { reviewReason: decision.reason })
        noteOutcome('people', intent, intent.amount)
        return `review: ${decision.reason}`
      case 'decline':
        change(intent, 'declined', { resultCode: decision.code, settledAt: moment })
        noteOutcome('declined', intent, intent.amount)
        return `declined: ${decision.code}`
      case 'remember_query':
        change(intent, intent.state, {
          lastQueryCode: decision.code,
          nextCheckAt: addSeconds(moment, POLL_AFTER_SECONDS),
        })
        return `query said ${decision.code}`
      case 'verify':
        change(intent, verifyingFrom(intent.state), { nextCheckAt: moment })
        return 'to be verified'
      case 'await_time':
        change(intent, intent.state === 'unresolved' ? 'unresolved' : 'verifying', { confirmedAt: moment })
        return 'confirmed: its time is not known'
    }
  }

  function confirmPrompt(intent: Intent, checkoutRequestId: string): void {
    const current = intents.get(intent.id) ?? intent
    change(current, current.state, { checkoutRequestId })
    intents.set(intent.id, { ...(intents.get(intent.id) ?? current), checkoutRequestId })
  }

  function hintPrompt(intent: Intent, checkoutRequestId: string): void {
    const current = intents.get(intent.id) ?? intent
    change(current, current.state, { hintedCheckoutRequestId: checkoutRequestId, nextCheckAt: moment })
    intents.set(intent.id, {
      ...(intents.get(intent.id) ?? current),
      hintedCheckoutRequestId: checkoutRequestId,
    })
  }

  return {
    intents,
    receipts,
    apply,
    release,
    suspend,
    confirmPrompt,
    hintPrompt,
    changes,
    freshReceipts: receiptBook.fresh,
    changedReceipts: receiptBook.changed,
    journals,
    purchases,
    outcomes,
  }
}

function verifyingFrom(state: PaymentState): PaymentState {
  return state === 'awaiting' || state === 'submit_unknown' ? 'verifying' : state
}

function openReceiptBook(receipts: Map<string, KnownReceipt>) {
  const fresh: ReceiptRow[] = []
  const changed = new Map<string, KnownReceipt | ReceiptRow>()

  /** Adds a receipt, or gives a known receipt its new data and owner. */
  function add(
    paid: PaidEvidence,
    intentId: string | null,
    status: 'credited' | 'unmatched',
    reason: ReviewReason | null,
  ): void {
    const known = {
      receipt: paid.receipt,
      intentId,
      status,
      amount: paid.amount,
      source: paid.source,
      reason,
      isReversed: receipts.get(paid.receipt)?.isReversed ?? false,
    }
    const row = {
      ...known,
      accountReference: paid.accountReference,
      phone: paid.phone,
      paidAt: paid.paidAt,
    }
    if (receipts.has(paid.receipt)) changed.set(paid.receipt, row)
    else fresh.push(row)
    receipts.set(paid.receipt, known)
  }

  /** Gives a receipt in suspense to a payment. */
  function give(
    known: KnownReceipt,
    to: Pick<KnownReceipt, 'intentId' | 'status'> & Partial<KnownReceipt>,
  ): void {
    receipts.set(known.receipt, { ...known, ...to })
    changed.set(known.receipt, { ...(changed.get(known.receipt) ?? known), ...to })
  }

  /** A second receipt of this payment, in suspense, with the right amount. */
  function second(intent: Intent): KnownReceipt | undefined {
    for (const known of receipts.values()) {
      const { intentId, status, reason, amount } = known
      const isSecond = status === 'unmatched' && reason === 'paid_twice' && intentId === intent.id
      if (isSecond && amount === intent.amount) return known
    }
    return undefined
  }

  return { fresh, changed, add, give, second }
}

/** `difference` is what the platform gained or bore. */
type ReversibleType = 'suspense' | 'difference'

/**
 * Reverses journals of receipts that change their payment.
 * @param drafts the journals of this batch
 * @param standing journals of earlier batches for such receipts
 */
function openReversals(drafts: JournalDraft[], standing: readonly StandingJournal[], moment: Date) {
  const posted = new Map(standing.map((journal) => [`${journal.type} ${journal.receipt}`, journal]))

  /** @throws RangeError if there is no such journal, so that the callback is set aside */
  function takeBack(type: ReversibleType, receipt: string): void {
    // A draft of this batch is dropped instead of reversed.
    const draft = drafts.findIndex((one) => one.type === type && one.sourceId === receipt)
    if (draft >= 0) {
      drafts.splice(draft, 1)
      return
    }
    const journal = posted.get(`${type} ${receipt}`)
    if (!journal) throw new RangeError(`no ${type} stands for receipt ${receipt}`)
    posted.delete(`${type} ${receipt}`)
    drafts.push({
      key: `reversal:${journal.key}`,
      type: `${type}_reversed`,
      sourceType: 'mpesa_receipt',
      sourceId: receipt,
      reversalOf: journal.id,
      actor: 'mpesa',
      occurredAt: moment,
      entries: journal.entries.map(({ accountId, amount }) => ({ accountId, amount: -amount })),
    })
  }

  return { takeBack }
}

export type SettlementBook = ReturnType<typeof openBook>
