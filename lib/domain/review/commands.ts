import { CLAIM_SECONDS, type Claim, type ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { alreadyDecided, claimedByAnother, nothingToDecide, ownSubject } from './errors.ts'
import { isDecisionHeld } from './held.ts'
import { readClaims } from './queries.ts'
import { auditedSubject, type ReviewSubject } from './schema.ts'

/**
 * Claims a subject for CLAIM_SECONDS, or renews the officer's own claim.
 * @param address the client's
 * @throws NotFoundError; RuleError `own_submission` (403), `not_waiting`, `claimed` (409, with the other's
 *   claim)
 */
export async function takeClaim(subject: ReviewSubject, officer: Actor, address: string): Promise<Claim> {
  return transaction(async (tx) => {
    await refuseUnfit(tx, subject, officer)
    const moment = now()
    const taken = await writeClaim(tx, subject, officer, moment)
    // The upsert locks another officer's row too, so the claim still exists.
    const claim = (await readClaims(tx.client, subject.type, [subject.id], moment)).get(subject.id)
    if (!claim) throw new Error(`the claim of ${subject.type} ${subject.id} is gone`)
    if (taken === 'not') throw claimedByAnother(claim)
    if (taken === 'new')
      await recordAudit(tx, {
        actor: officer,
        action: 'claim.taken',
        subject: auditedSubject(subject),
        address,
      })
    return claim
  })
}

/** Ends the officer's own claim; does nothing without one. */
export async function releaseClaim(subject: ReviewSubject, officer: Actor, address: string): Promise<void> {
  await transaction(async (tx) => {
    const released = await tx.kysely
      .deleteFrom('reviewClaim')
      .where('subjectType', '=', subject.type)
      .where('subjectId', '=', subject.id)
      .where('officerId', '=', officer.id)
      .where('expiresAt', '>', now())
      .executeTakeFirst()
    if (released.numDeletedRows > 0n)
      await recordAudit(tx, {
        actor: officer,
        action: 'claim.released',
        subject: auditedSubject(subject),
        address,
      })
  })
}

/**
 * Ends a subject's claim. Each decision calls it in its transaction with the subject locked, so that nobody
 * claims the subject in between.
 * @throws RuleError `claimed` (409, with the claim) by another officer, `already_decided` (409) while a
 *   decision can be undone
 */
export async function endClaim(tx: Tx, subject: ReviewSubject, officer: { id: string }): Promise<void> {
  const claim = (await readClaims(tx.client, subject.type, [subject.id])).get(subject.id)
  if (claim && claim.holder.id !== officer.id) throw claimedByAnother(claim)
  if (await isDecisionHeld(tx.client, subject)) throw alreadyDecided(subject.type)
  await tx.kysely
    .deleteFrom('reviewClaim')
    .where('subjectType', '=', subject.type)
    .where('subjectId', '=', subject.id)
    .execute()
}

export async function endClaimsOf(tx: Tx, officerId: string): Promise<void> {
  await tx.kysely.deleteFrom('reviewClaim').where('officerId', '=', officerId).execute()
}

type Reviewed = { readonly isWaiting: boolean; readonly owners: readonly string[] }

/** Read a subject's state and owners, and lock the row until the transaction ends. */
const subjects: Record<ClaimSubjectType, (tx: Tx, id: string) => Promise<Reviewed | undefined>> = {
  kyc: async (tx, id) => {
    const row = await tx.kysely
      .selectFrom('profile')
      .select('kycStatus')
      .where('userId', '=', id)
      .forShare()
      .executeTakeFirst()
    return row && { isWaiting: row.kycStatus === 'under_review', owners: [id] }
  },
  track: async (tx, id) => {
    const row = await tx.kysely
      .selectFrom('track')
      .select(['status', 'musicianId'])
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst()
    return row && { isWaiting: row.status === 'pending', owners: [row.musicianId] }
  },
  video: async (tx, id) => {
    const row = await tx.kysely
      .selectFrom('video as v')
      .innerJoin('track as t', 't.id', 'v.trackId')
      .select(['v.status', 'v.dancerId', 't.musicianId'])
      .where('v.id', '=', id)
      .forShare('v')
      .executeTakeFirst()
    return row && { isWaiting: row.status === 'pending_review', owners: [row.dancerId, row.musicianId] }
  },
}

async function refuseUnfit(tx: Tx, subject: ReviewSubject, officer: Actor): Promise<void> {
  const { type, id } = subject
  const found = await subjects[type](tx, id)
  if (!found) throw new NotFoundError()
  if (found.owners.includes(officer.id)) throw ownSubject()
  if (!found.isWaiting || (await isDecisionHeld(tx.client, subject))) throw nothingToDecide()
}

/**
 * One statement, so that one of two concurrent officers gets the claim.
 * @returns `not` if another officer has the claim
 */
async function writeClaim(
  tx: Tx,
  subject: ReviewSubject,
  officer: Actor,
  moment: Date,
): Promise<'new' | 'renewed' | 'not'> {
  const row = await tx.kysely
    .insertInto('reviewClaim')
    .values({
      subjectType: subject.type,
      subjectId: subject.id,
      officerId: officer.id,
      claimedAt: moment,
      expiresAt: addSeconds(moment, CLAIM_SECONDS),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['subjectType', 'subjectId'])
        .doUpdateSet((eb) => ({
          officerId: eb.ref('excluded.officerId'),
          claimedAt: eb
            .case()
            .when('reviewClaim.expiresAt', '>', eb.ref('excluded.claimedAt'))
            .then(eb.ref('reviewClaim.claimedAt'))
            .else(eb.ref('excluded.claimedAt'))
            .end(),
          expiresAt: eb.ref('excluded.expiresAt'),
        }))
        .where((eb) =>
          eb.or([
            eb('reviewClaim.officerId', '=', eb.ref('excluded.officerId')),
            eb('reviewClaim.expiresAt', '<=', eb.ref('excluded.claimedAt')),
          ]),
        ),
    )
    .returning('reviewClaim.claimedAt')
    .executeTakeFirst()
  if (!row) return 'not'
  return row.claimedAt.getTime() === moment.getTime() ? 'new' : 'renewed'
}
