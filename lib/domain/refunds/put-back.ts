import type { ExpressionBuilder } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { log } from '#lib/core/log.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { backoffAfter, TELL_AFTER_TRIES } from '#lib/domain/outgoing/backoff.ts'
import { countTries } from '#lib/domain/outgoing/count-tries.ts'
import type { NotAccepted } from '#lib/domain/outgoing/send-due.ts'
import { changeRefund } from './rows.ts'
import type { Refund } from './schema.ts'

/** `problem` of a refund that M-Pesa refused several times. Attempts continue. */
const STUCK = 'stuck'
/** `problem` of a refund without an outcome after a day of queries. */
const UNHEARD = 'unheard'

/**
 * Returns a refund that M-Pesa did not accept to the queue, with a growing delay, as for payouts. After some
 * attempts people are notified, once about all if M-Pesa accepts none (docs/decisions/0012).
 * @param tries refusals in a row, including this one
 */
export async function putBack(
  tx: Tx,
  refund: Refund,
  { code, isForAll }: NotAccepted,
  tries: number,
): Promise<void> {
  await tx.kysely
    .updateTable('refund')
    .set((eb) => ({ tries, triedSince: eb.fn.coalesce('triedSince', 'submittedAt') }))
    .where('id', '=', refund.id)
    .execute()
  await changeRefund(tx.client, refund.id, {
    state: 'requested',
    resultCode: code,
    nextCheckAt: addSeconds(now(), backoffAfter(tries)),
  })
  const told = isForAll ? await countTries(tx, 'refund', code) : tries
  if (told >= TELL_AFTER_TRIES)
    await callStuck(tx, refund.id, say('alert.answered_refund', { code, tries: told }))
}

export async function callStuck(tx: Tx, refundId: string, said: Sentence): Promise<void> {
  await callPeople(tx, refundId, STUCK, said)
}

/** Notifies people that a refund's outcome is unknown. @returns whether they did not know yet */
export function callUnheard(tx: Tx, { id, reference }: { id: string; reference: string }): Promise<boolean> {
  return callPeople(tx, id, UNHEARD, say('alert.unknown_end', { reference }))
}

/**
 * Logs a problem, marks the refund for the desk, and mails about the first of several. `stuck` never replaces
 * another problem, `unheard` does.
 * @returns whether the problem is new
 */
async function callPeople(
  tx: Tx,
  refundId: string,
  problem: typeof STUCK | typeof UNHEARD,
  said: Sentence,
): Promise<boolean> {
  const called = await tx.kysely
    .updateTable('refund as f')
    .set({ problem })
    .where('f.id', '=', refundId)
    .where('f.problem', '<>', problem)
    .$if(problem === STUCK, (query) => query.where('f.problem', '=', ''))
    .returning(['f.receipt', 'f.intentId'])
    .returning((eb) =>
      eb
        .exists(
          eb
            .selectFrom('refund as o')
            .select('o.id')
            .whereRef('o.id', '<>', 'f.id')
            .where('o.problem', '=', problem),
        )
        .as('hasOthers'),
    )
    .executeTakeFirst()
  if (!called) return false
  log.error({ refundId, problem, detail: String(said) }, 'a refund needs people')
  // One mail is enough: if M-Pesa accepts no refund, each would send one.
  if (called.hasOthers) return true
  await mailSuperAdmins(tx, 'payouts_need_people', {
    alert: `refund_${problem}`,
    detail: say('alert.of_refund', { receipt: called.receipt, what: said }).coded,
    id: called.intentId ?? called.receipt,
  })
  return true
}

/** Ends the problem of a refund that M-Pesa had not accepted: now M-Pesa has seen it, or may have. */
export async function noteLookedAt(tx: Tx, refundId: string): Promise<void> {
  await tx.kysely
    .updateTable('refund')
    .set(withoutTries)
    .where('id', '=', refundId)
    .where((eb) => eb.or([eb('tries', '>', 0), eb('problem', '=', STUCK)]))
    .execute()
}

/** Columns of a refund that is no longer refused. */
export function withoutTries(eb: ExpressionBuilder<DB, 'refund'>) {
  return {
    tries: 0,
    tried_since: null,
    problem: eb.case().when('problem', '=', STUCK).then('').else(eb.ref('problem')).end(),
  }
}
