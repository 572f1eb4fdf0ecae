import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import type { ChallengePhase } from '#lib/domain/challenges/policy.ts'
import { closeWhenSettled } from './close-due-months.ts'

const NEXT: Record<ChallengePhase, ChallengePhase | null> = {
  subscription: 'voting',
  voting: 'tallying',
  tallying: 'closed',
  closed: null,
}

export type HandMove = {
  challengeId: string
  phase: Exclude<ChallengePhase, 'subscription'>
  by: { id: string }
  address: string
}

/**
 * Moves a month into its next phase ahead of its dates, and moves the dates: voting opens or ends at once.
 * Closing pays prizes and royalties.
 * @throws NotFoundError for an unknown month
 * @throws RuleError wrong_phase (409) unless it is the next phase; payments_open, decisions_open,
 *   prizes_short (409) if it cannot be closed
 */
export async function moveByHand(move: HandMove): Promise<{ id: string; phase: ChallengePhase }> {
  await transaction(async (tx) => {
    const found = await tx.kysely
      .selectFrom('challenge')
      .select('phase')
      .where('id', '=', move.challengeId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw new NotFoundError()
    if (NEXT[found.phase] !== move.phase) throw new RuleError(say('wrong_phase', { phase: found.phase }), 409)
    if (move.phase === 'closed') await closeWhenSettled(tx, move.challengeId, now())
    else await setPhase(tx, move.challengeId, move.phase)
    await recordAudit(tx, {
      actor: move.by,
      action: 'challenge.moved',
      subject: { type: 'challenge', id: move.challengeId },
      before: { phase: found.phase },
      after: { phase: move.phase },
      address: move.address,
    })
    await emit(tx, publicContentChanged, { what: 'challenge' })
  })
  return { id: move.challengeId, phase: move.phase }
}

async function setPhase(tx: Tx, challengeId: string, phase: 'voting' | 'tallying'): Promise<void> {
  const moment = now()
  const challenge = tx.kysely.updateTable('challenge').where('id', '=', challengeId)
  const update =
    phase === 'voting'
      ? challenge.set((eb) => ({
          phase,
          votingStartsAt: eb.fn('least', ['votingStartsAt', eb.val(moment)]),
        }))
      : challenge.set((eb) => ({
          phase,
          endsAt: eb.fn('least', ['endsAt', eb.val(moment)]),
          submissionsEndAt: eb.fn('least', ['submissionsEndAt', eb.val(moment)]),
        }))
  await update.execute()
}
