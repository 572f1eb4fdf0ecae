import type { SignalActionKind } from '#lib/contract/fraud/actions.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { SIGNAL_HOLD } from '#lib/domain/fraud/policy.ts'
import { holdCountedGift, releaseHeldGift } from '#lib/domain/gifts/hold-counted.ts'
import { performAction } from '#lib/domain/reconciliation/actions.ts'
import { seenOf } from '#lib/domain/reconciliation/as-proposed.ts'
import { lockPayment } from '#lib/domain/reconciliation/lock-case.ts'
import { possibleActions } from '#lib/domain/reconciliation/policy.ts'
import type { PaymentSubject } from '#lib/domain/reconciliation/schema.ts'
import { finishSignalAction } from './finish.ts'

type Action = { readonly id: string; readonly kind: SignalActionKind; readonly decidedBy: string | null }

/**
 * Works on actions, oldest first. Each gift has its own transaction, so a dead worker loses and repeats
 * nothing; the next run continues.
 * @param ending stops before the next gift when aborted
 */
export async function workSignalActions(ending: AbortSignal): Promise<void> {
  const running = await kysely(db())
    .selectFrom('signalAction')
    .select(['id', 'kind', 'decidedBy'])
    .where('state', '=', 'running')
    .orderBy('decidedAt')
    .orderBy('id')
    .execute()
  for (const action of running) {
    if (!(await workAction(action, ending))) continue
    await transaction((tx) => finishSignalAction(tx, action.id))
  }
}

/** @returns whether all of its gifts are done */
async function workAction(action: Action, ending: AbortSignal): Promise<boolean> {
  const due = await kysely(db())
    .selectFrom('signalActionGift')
    .select('intentId')
    .where('actionId', '=', action.id)
    .where('doneAt', 'is', null)
    .orderBy('intentId')
    .execute()
  let isDone = true
  for (const { intentId } of due) {
    if (ending.aborted) return false
    try {
      await workGift(action, intentId)
    } catch (error) {
      // Other gifts continue; the next run retries this gift.
      log.error({ err: error, action: action.id, gift: intentId }, 'a gift of a signal was not dealt with')
      isDone = false
    }
  }
  return isDone
}

async function workGift(action: Action, intentId: string): Promise<void> {
  try {
    await transaction(async (tx) => {
      if (!(await isDue(tx, action, intentId))) return
      await close(tx, action, intentId, { skipped: '', borne: await actOnGift(tx, action, intentId) })
    })
  } catch (error) {
    if (!(error instanceof RuleError) && !(error instanceof NotFoundError)) throw error
    // The rollback left the gift unchanged; `skipped` stores the reason.
    const skipped = error instanceof RuleError ? error.code : 'not_possible'
    await transaction(async (tx) => {
      if (await isDue(tx, action, intentId)) await close(tx, action, intentId, { skipped, borne: 0n })
    })
  }
}

/** Locks the gift's row, so that only one of two workers acts. */
async function isDue({ kysely }: Tx, { id }: Action, intentId: string): Promise<boolean> {
  const found = await kysely
    .selectFrom('signalActionGift')
    .select('intentId')
    .where('actionId', '=', id)
    .where('intentId', '=', intentId)
    .where('doneAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

async function close(
  { kysely }: Tx,
  { id }: Action,
  intentId: string,
  became: { skipped: string; borne: bigint },
): Promise<void> {
  await kysely
    .updateTable('signalActionGift')
    .set({ ...became, doneAt: now() })
    .where('actionId', '=', id)
    .where('intentId', '=', intentId)
    .execute()
}

/** @returns what the platform bears, in cents */
async function actOnGift(tx: Tx, { kind, decidedBy }: Action, intentId: string): Promise<bigint> {
  const subject = await lockPayment(tx, { kind: 'payment', id: intentId })
  const actor = decidedBy ?? ''
  if (subject.kind !== 'payment' || !subject.money || subject.reversal) throw changed()
  const payment = { intentId, receipt: subject.money.receipt }
  switch (kind) {
    case 'hold': {
      if (subject.state !== 'credited' || !canGoBack(subject)) throw changed()
      return (await holdCountedGift(tx, payment, actor)).borne
    }
    case 'release':
      if (!isHeld(subject)) throw changed()
      await releaseHeldGift(tx, payment, actor)
      return 0n
    case 'send_back': {
      if (!canGoBack(subject) || !(subject.state === 'credited' || isHeld(subject))) throw changed()
      const details = { ...seenOf(subject), method: 'reversal' as const }
      const proposal = { action: 'refund' as const, details, subjectType: 'payment', subjectId: intentId }
      const done = await performAction(
        tx,
        subject,
        { ...proposal, id: '', note: '', proposedBy: actor },
        actor,
      )
      return BigInt(String(done.borne_by_platform_cents ?? 0))
    }
  }
}

/** The gift was decided separately, or reversed by M-Pesa, since the proposal. */
const changed = () => new RuleError('not_possible', 409)

const canGoBack = (subject: PaymentSubject) => possibleActions(subject).includes('refund')

const isHeld = ({ state, reason, money }: PaymentSubject) =>
  state === 'review' && reason === SIGNAL_HOLD && money?.status === 'unmatched'
