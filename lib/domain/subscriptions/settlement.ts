import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { emit, enqueue, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { assignTracksJob } from '#lib/domain/assignments/jobs.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { lockLaunchSlots } from '#lib/domain/challenges/launch-slots.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import {
  lateIfClosed,
  type Purchase,
  type PurposeHandler,
  type PurposeTerms,
} from '#lib/domain/payments/purpose.ts'
import { subscriptionClosed, subscriptionCredits, subscriptionObjection } from './policy.ts'
import { isSubscriptionTaken } from './queries.ts'
import { whoHasPaid } from './rows.ts'
import { tellSubscribed } from './tell-dancers.ts'

/**
 * Credits within a batch, which may contain two payments of one subscription, of one dancer, or for the last
 * launch slot. `payers`: dancers who paid before or in this batch, and so get no launch fee.
 */
type Batch = {
  paid: Set<string>
  payers: Set<string>
  slotsTaken: number
  reservedBy: Set<string>
  moment: Date
}

async function load(on: Queryable, intentIds: readonly string[]): Promise<Map<string, PurposeTerms>> {
  const accounts = await systemAccounts()
  const found = await lockTerms(on, intentIds)
  const launches = found.filter((row) => row.isLaunch && row.status !== 'paid')
  const moment = now()
  const slots =
    launches.length > 0 ? await lockLaunchSlots(on, moment) : { taken: 0, reservedBy: new Set<string>() }
  const batch: Batch = {
    paid: new Set(),
    // Read under the lock of the slots: a dancer's other launch payment was credited before, or waits.
    payers: await whoHasPaid(
      on,
      launches.map((row) => row.dancerId),
    ),
    slotsTaken: slots.taken,
    reservedBy: slots.reservedBy,
    moment,
  }
  return new Map(found.map((row) => [row.intentId, toTerms(row, batch, accounts)]))
}

/** Locks the payments' subscriptions, so that the second of two concurrent settlements sees the first. */
function lockTerms(on: Queryable, intentIds: readonly string[]) {
  return kysely(on)
    .selectFrom('subscriptionPayment as p')
    .innerJoin('subscription as s', 's.id', 'p.subscriptionId')
    .innerJoin('challenge as c', 'c.id', 's.challengeId')
    .innerJoin('appUser as u', 'u.id', 's.dancerId')
    .select(['p.intentId', 'p.isLaunch', 's.id as subscriptionId', 's.status', 'c.submissionsEndAt'])
    .select(['c.phase', 'c.launchSlots', 'u.deletedAt', 's.dancerId'])
    .where('p.intentId', '=', anyOf(intentIds))
    .orderBy('s.id')
    .forNoKeyUpdate('s')
    .forKeyShare('c')
    .execute()
}

type TermsRow = Awaited<ReturnType<typeof lockTerms>>[number]

function toTerms(
  row: TermsRow,
  batch: Batch,
  accounts: Awaited<ReturnType<typeof systemAccounts>>,
): PurposeTerms {
  const needsFreeSlot = () => row.isLaunch && !batch.reservedBy.has(row.subscriptionId)
  const launchClosed = () => {
    // The dancer has paid for another month since the request: the launch fee is only for the first month.
    if (row.isLaunch && batch.payers.has(row.dancerId)) return 'launch_offer'
    // The reservation has expired and all slots are taken.
    return needsFreeSlot() && batch.slotsTaken >= row.launchSlots ? 'launch_slots' : null
  }
  return {
    what: row.intentId,
    voteCount: 0,
    objection: (paidAt) => {
      if (batch.paid.has(row.subscriptionId)) return 'paid_twice'
      return subscriptionObjection(row, paidAt, batch.moment) ?? lateIfClosed(launchClosed())
    },
    closed: () => subscriptionClosed(row, batch.moment) ?? launchClosed(),
    // Called once, when the payment is credited, so it also updates the batch.
    credits: (amount) => {
      if (needsFreeSlot()) batch.slotsTaken += 1
      batch.paid.add(row.subscriptionId)
      batch.payers.add(row.dancerId)
      return subscriptionCredits(amount, {
        royalties: systemAccount(accounts, 'royalty_pool'),
        platform: systemAccount(accounts, 'platform_revenue'),
      })
    },
  }
}

async function apply(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  const paid = await tx.kysely
    .updateTable('subscription as s')
    .from('subscriptionPayment as p')
    .innerJoin('paymentIntent as i', 'i.id', 'p.intentId')
    .set((eb) => ({
      status: 'paid',
      amount: eb.ref('i.amount'),
      isLaunch: eb.ref('p.isLaunch'),
      paidAt: eb.ref('i.paidAt'),
    }))
    .where('p.intentId', '=', anyOf(purchases.map(({ what }) => what)))
    .whereRef('s.id', '=', 'p.subscriptionId')
    .returning(['s.challengeId', 's.dancerId', 's.isLaunch'])
    .execute()
  await subscriptionsPaid(tx, paid)
}

/** After any way to pay: enqueues the assignment of tracks and a mail, and notifies open pages. */
export async function subscriptionsPaid(
  tx: Tx,
  paid: readonly { challengeId: string; dancerId: string; isLaunch: boolean }[],
): Promise<void> {
  for (const { challengeId, dancerId } of paid) await enqueue(tx, assignTracksJob, { challengeId, dancerId })
  await tellSubscribed(tx, paid)
  if (paid.length > 0) await emit(tx, membersChanged, { user_ids: paid.map(({ dancerId }) => dancerId) })
  if (paid.some(({ isLaunch }) => isLaunch)) await emit(tx, publicContentChanged, { what: 'challenge' })
}

export const subscriptionPurpose: PurposeHandler = {
  load,
  apply,
  validatePaybill: async (on, { intentId }) => ((await isSubscriptionTaken(on, intentId)) ? null : 'account'),
}
