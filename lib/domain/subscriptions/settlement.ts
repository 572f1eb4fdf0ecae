import { arrayLiteral } from '#lib/core/array-literal.ts'
import { now } from '#lib/core/clock.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { emit, enqueue, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { assignTracksJob } from '#lib/domain/assignments/jobs.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { lockLaunchSlots } from '#lib/domain/challenges/launch-slots.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { Purchase, PurposeHandler, PurposeTerms } from '#lib/domain/payments/purpose.ts'
import { subscriptionCredits } from './policy.ts'
import { tellSubscribed } from './tell-dancers.ts'

type TermsRow = {
  intent_id: string
  is_launch: boolean
  subscription_id: string
  is_paid: boolean
  submissions_end_at: Date
  is_closed: boolean
  launch_slots: number
}

/** What this batch has already credited: two payments of one subscription, or of the last launch slot, may be in it. */
type Batch = { paid: Set<string>; slotsTaken: number; reservedBy: Set<string> }

async function load(on: Queryable, intentIds: readonly string[]): Promise<Map<string, PurposeTerms>> {
  const accounts = await systemAccounts()
  const found = await rows<TermsRow>(on, {
    name: 'subscription-terms',
    // Locked, so that of two payments settled beside each other the second one sees the first.
    text: `SELECT p.intent_id, p.is_launch, s.id AS subscription_id, s.status = 'paid' AS is_paid,
        c.submissions_end_at, c.phase = 'closed' AS is_closed, c.launch_slots
      FROM subscription_payment p JOIN subscription s ON s.id = p.subscription_id
      JOIN challenge c ON c.id = s.challenge_id
      WHERE p.intent_id = ANY($1::uuid[]) ORDER BY s.id FOR NO KEY UPDATE OF s FOR KEY SHARE OF c`,
    values: [arrayLiteral(intentIds)],
  })
  const slots = found.some((row) => row.is_launch && !row.is_paid)
    ? await lockLaunchSlots(on, now())
    : { taken: 0, reservedBy: new Set<string>() }
  const batch: Batch = { paid: new Set(), slotsTaken: slots.taken, reservedBy: slots.reservedBy }
  return new Map(found.map((row) => [row.intent_id, toTerms(row, batch, accounts)]))
}

function toTerms(
  row: TermsRow,
  batch: Batch,
  accounts: Awaited<ReturnType<typeof systemAccounts>>,
): PurposeTerms {
  const needsFreeSlot = () => row.is_launch && !batch.reservedBy.has(row.subscription_id)
  return {
    what: row.intent_id,
    voteCount: 0,
    objection: (paidAt) => {
      if (row.is_paid || batch.paid.has(row.subscription_id)) return 'paid_twice'
      if (row.is_closed || paidAt >= row.submissions_end_at) return 'late'
      // Its reservation has lapsed and others have the slots: there is no 101st launch fee.
      return needsFreeSlot() && batch.slotsTaken >= row.launch_slots ? 'late' : null
    },
    // Asked for once, when the payment is credited: the rest of the batch has to know.
    credits: (amount, shard) => {
      if (needsFreeSlot()) batch.slotsTaken += 1
      batch.paid.add(row.subscription_id)
      return subscriptionCredits(amount, {
        royalties: systemAccount(accounts, 'royalty_pool', shard),
        platform: systemAccount(accounts, 'platform_revenue', shard),
      })
    },
  }
}

/** Subscribes the dancers whose payments were credited, in the transaction that credited them. */
async function apply(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  const paid = await rows<{ challenge_id: string; dancer_id: string; is_launch: boolean }>(tx.client, {
    name: 'subscription-paid',
    text: `UPDATE subscription s SET status = 'paid', amount = i.amount, is_launch = p.is_launch, paid_at = i.paid_at
      FROM subscription_payment p JOIN payment_intent i ON i.id = p.intent_id
      WHERE p.intent_id = ANY($1::uuid[]) AND s.id = p.subscription_id
      RETURNING s.challenge_id, s.dancer_id, s.is_launch`,
    values: [arrayLiteral(purchases.map(({ what }) => what))],
  })
  await subscriptionsPaid(
    tx,
    paid.map((row) => ({ challengeId: row.challenge_id, dancerId: row.dancer_id, isLaunch: row.is_launch })),
  )
}

/** What follows when subscriptions are paid, however: the dancers get their tracks and a mail, and their pages hear of it. */
export async function subscriptionsPaid(
  tx: Tx,
  paid: readonly { challengeId: string; dancerId: string; isLaunch: boolean }[],
): Promise<void> {
  for (const { challengeId, dancerId } of paid) await enqueue(tx, assignTracksJob, { challengeId, dancerId })
  await tellSubscribed(tx, paid)
  if (paid.length > 0) await emit(tx, membersChanged, { user_ids: paid.map(({ dancerId }) => dancerId) })
  if (paid.some(({ isLaunch }) => isLaunch)) await emit(tx, publicContentChanged, { what: 'challenge' })
}

/** How settlement treats subscriptions. */
export const subscriptionPurpose: PurposeHandler = { load, apply }
