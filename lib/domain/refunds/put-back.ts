import type { ExpressionBuilder } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { log } from '#lib/core/log.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { countTries } from '#lib/domain/outgoing/count-tries.ts'
import type { NotAccepted } from '#lib/domain/outgoing/submit-answer.ts'
import { TELL_AFTER_TRIES, waitAfter } from '#lib/domain/outgoing/waits.ts'
import { changeRefund } from './rows.ts'
import type { Refund } from './schema.ts'

/** The `problem` of a refund that M-Pesa has not accepted in several tries. It is still tried. */
const STUCK = 'stuck'
/** The `problem` of a refund of which a day of questions has told nothing. */
const UNHEARD = 'unheard'

/**
 * Puts a refund that M-Pesa has certainly not accepted back into the queue: it waits by itself, longer each time, as payouts
 * do, and people are told after as many tries, of all refunds together where M-Pesa accepts none (docs/decisions/0012).
 * @param tries in a row, this one included
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
    nextCheckAt: addSeconds(now(), waitAfter(tries)),
  })
  const told = isForAll ? await countTries(tx, 'refund', code) : tries
  if (told >= TELL_AFTER_TRIES)
    await callStuck(tx, refund.id, say('alert.answered_refund', { code, tries: told }))
}

/** Tells people that M-Pesa does not take a refund that waits to be sent. */
export async function callStuck(tx: Tx, refundId: string, said: Sentence): Promise<void> {
  await callPeople(tx, refundId, STUCK, said)
}

/** Tells people that nobody knows what became of a refund. @returns whether they did not know yet */
export function callUnheard(tx: Tx, { id, reference }: { id: string; reference: string }): Promise<boolean> {
  return callPeople(tx, id, UNHEARD, say('alert.unknown_end', { reference }))
}

/**
 * Puts a refund before people: a line in the log, its row on the desk, and a mail for the first of several. `stuck` leaves
 * another problem as it is, and `unheard` replaces it.
 * @returns whether that is new
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
  // Where M-Pesa accepts none, there would be a mail for each.
  if (called.hasOthers) return true
  await mailSuperAdmins(tx, 'payouts_need_people', {
    alert: `refund_${problem}`,
    detail: say('alert.of_refund', { receipt: called.receipt, what: said }).coded,
    id: called.intentId ?? called.receipt,
  })
  return true
}

/** Ends what was noted about a refund that M-Pesa did not accept: M-Pesa has looked at it now, or may have. */
export async function noteLookedAt(tx: Tx, refundId: string): Promise<void> {
  await tx.kysely
    .updateTable('refund')
    .set(withoutTries)
    .where('id', '=', refundId)
    .where((eb) => eb.or([eb('tries', '>', 0), eb('problem', '=', STUCK)]))
    .execute()
}

/** The columns of a refund that M-Pesa no longer refuses. */
export function withoutTries(eb: ExpressionBuilder<DB, 'refund'>) {
  return {
    tries: 0,
    tried_since: null,
    problem: eb.case().when('problem', '=', STUCK).then('').else(eb.ref('problem')).end(),
  }
}
