import { UNDO_SECONDS } from '#lib/contract/review/constants.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { auditedSubject, type Decider } from '#lib/domain/review/schema.ts'
import { finishDecisionJob } from './jobs.ts'
import { kinds } from './kinds.ts'
import { type Decision, decisionDetails } from './schema.ts'

/**
 * Holds a decision for UNDO_SECONDS. No other officer can decide meanwhile. The decision takes effect without
 * the officer's browser, and the subject's owner is notified only then.
 * @throws as an immediate decision
 */
export async function holdDecision(decision: Decision): Promise<{ id: string }> {
  const id = newId()
  await transaction(async (tx) => {
    await kinds[decision.subject.type].check(tx, decision)
    const decidedAt = now()
    const finalAt = addSeconds(decidedAt, UNDO_SECONDS)
    await tx.kysely
      .insertInto('heldDecision')
      .values({
        id,
        subjectType: decision.subject.type,
        subjectId: decision.subject.id,
        officerId: decision.officer.id,
        action: decision.action,
        reason: decision.reason,
        details: decision.details,
        address: decision.address,
        decidedAt,
        finalAt,
      })
      .execute()
    await recordAudit(tx, {
      actor: decision.officer,
      action: 'decision.held',
      subject: auditedSubject(decision.subject),
      after: { action: decision.action, final_at: finalAt.toISOString() },
      address: decision.address,
    })
    await enqueue(tx, finishDecisionJob, { decisionId: id }, finalAt)
  })
  return { id }
}

/**
 * Undoes an officer's own decision before it takes effect.
 * @param address the client's
 * @returns whether there was something to undo
 */
export async function undoDecision(id: string, officer: Decider, address: string): Promise<boolean> {
  return transaction(async (tx) => {
    const held = await takeHeld(tx, id, officer)
    if (!held) return false
    await recordAudit(tx, {
      actor: officer,
      action: 'decision.undone',
      subject: auditedSubject(held.subject),
      before: { action: held.action },
      address,
    })
    return true
  })
}

/** Undoes each decision independently. @returns for each, in order, whether it was undone */
export async function undoDecisions(
  ids: readonly string[],
  officer: Decider,
  address: string,
): Promise<{ id: string; undone: boolean }[]> {
  const results = []
  for (const id of ids) results.push({ id, undone: await undoDecision(id, officer, address) })
  return results
}

/**
 * Carries out a held decision, once. If a rule refuses it by now (the track was deleted, or the national id
 * was approved for another account), the subject returns to the queue and the audit records the reason.
 */
export async function finishDecision(id: string): Promise<void> {
  try {
    await transaction(async (tx) => {
      const held = await takeHeld(tx, id)
      if (held) await kinds[held.subject.type].apply(tx, held)
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    await letLapse(id, error)
  }
}

/** Carries out all due decisions; a failed one does not block the others. @returns how many were due */
export async function finishDueDecisions(at: Date): Promise<number> {
  const due = await kysely(db())
    .selectFrom('heldDecision')
    .select('id')
    .where('finalAt', '<=', at)
    .orderBy('finalAt')
    .execute()
  for (const { id } of due)
    await finishDecision(id).catch((error: Error) =>
      log.error({ err: error, decision: id }, 'a decision has not taken effect'),
    )
  return due.length
}

/** Deletes a held decision, so that exactly one of undoing and finishing gets it. */
async function takeHeld(tx: Tx, id: string, officer?: Decider) {
  let taking = tx.kysely.deleteFrom('heldDecision').where('id', '=', id)
  if (officer) taking = taking.where('officerId', '=', officer.id)
  const row = await taking.returningAll().executeTakeFirst()
  return (
    row && {
      subject: { type: row.subjectType, id: row.subjectId },
      action: row.action,
      reason: row.reason,
      details: decisionDetails.parse(row.details),
      officer: { id: row.officerId },
      address: row.address,
      decidedAt: row.decidedAt,
    }
  )
}

async function letLapse(id: string, refusal: Error): Promise<void> {
  await transaction(async (tx) => {
    const held = await takeHeld(tx, id)
    if (!held) return
    await recordAudit(tx, {
      actor: null,
      action: 'decision.lapsed',
      subject: auditedSubject(held.subject),
      before: { action: held.action, officer: held.officer.id },
      after: { why: refusal.message },
    })
  })
}

function isRefusal(error: unknown): error is Error {
  return error instanceof RuleError || error instanceof NotFoundError || error instanceof ValidationError
}
