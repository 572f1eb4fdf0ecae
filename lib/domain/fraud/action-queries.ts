import type { SignalAction } from '#lib/contract/fraud/calls.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { standingOf } from '#lib/domain/approvals/two-people.ts'

/** Newest first. */
export async function readSignalActions(signalId: string, readerId: string): Promise<SignalAction[]> {
  const actions = await kysely(db())
    .selectFrom('signalAction as a')
    .innerJoin('appUser as p', 'p.id', 'a.proposedBy')
    .leftJoin('appUser as d', 'd.id', 'a.decidedBy')
    .selectAll('a')
    .select(['p.username as proposer', 'd.username as decider'])
    .where('a.signalId', '=', signalId)
    .orderBy('a.proposedAt', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
  if (actions.length === 0) return []
  const gifts = Map.groupBy(await giftsOf(actions.map(({ id }) => id)), ({ actionId }) => actionId)
  const { confirmable } = await standingOf(
    db(),
    readerId,
    actions.map(({ proposedBy }) => proposedBy),
  )
  return actions.map((action) => {
    const own = gifts.get(action.id) ?? []
    const acted = own.filter(({ doneAt, skipped }) => doneAt !== null && skipped === '')
    // A finished action shows what it changed; `skipped` has the other gifts.
    const counted = action.state === 'done' ? acted : own
    const refunds = (states: readonly string[]) =>
      own.filter(({ refund }) => refund !== null && states.includes(refund)).length
    return {
      ...{ id: action.id, action: action.kind, state: action.state, gifts: counted.length },
      amount: toShillings(counted.reduce((sum, { amount }) => sum + amount, 0n)),
      ...{ note: action.note, proposed_by: action.proposer },
      proposed_at: action.proposedAt.toISOString(),
      gift_ids: isLive(action.state) ? own.map(({ intentId }) => intentId) : [],
      is_own: action.proposedBy === readerId,
      can_confirm: action.state === 'proposed' && confirmable.has(action.proposedBy),
      decided_by: action.decider,
      decided_at: action.decidedAt?.toISOString() ?? null,
      decision_note: action.decisionNote,
      finished_at: action.finishedAt?.toISOString() ?? null,
      done: own.filter(({ doneAt }) => doneAt !== null).length,
      skipped: skippedOf(own),
      votes: acted.reduce((sum, { voteCount }) => sum + voteCount, 0),
      borne: toShillings(own.reduce((sum, { borne }) => sum + borne, 0n)),
      refunds: {
        done: refunds(['done']),
        under_way: refunds(['requested', 'submitting', 'accepted', 'unknown']),
        failed: refunds(['failed']),
      },
      ...{ rank_before: action.rankBefore, rank_after: action.rankAfter },
    }
  })
}

const isLive = (state: SignalAction['state']) => state === 'proposed' || state === 'running'

type GiftRow = Awaited<ReturnType<typeof giftsOf>>[number]

function skippedOf(gifts: readonly GiftRow[]): SignalAction['skipped'] {
  const reasons = Map.groupBy(
    gifts.filter(({ skipped }) => skipped !== ''),
    ({ skipped }) => skipped,
  )
  return [...reasons].map(([reason, { length }]) => ({ reason, gifts: length }))
}

/** Selects each gift with its newest refund. */
function giftsOf(actionIds: readonly string[]) {
  return kysely(db())
    .selectFrom('signalActionGift as a')
    .innerJoin('signalAction as s', 's.id', 'a.actionId')
    .innerJoin('gift as g', 'g.intentId', 'a.intentId')
    .innerJoin('paymentIntent as i', 'i.id', 'a.intentId')
    .select(['a.actionId', 'a.intentId', 'a.doneAt', 'a.skipped', 'a.borne', 'g.voteCount', 'i.amount'])
    .select((eb) =>
      eb
        .selectFrom('refund as f')
        .select('f.state')
        .whereRef('f.intentId', '=', 'a.intentId')
        .where('s.kind', '=', 'send_back')
        .orderBy('f.createdAt', 'desc')
        .limit(1)
        .as('refund'),
    )
    .where('a.actionId', '=', anyOf(actionIds))
    .execute()
}
