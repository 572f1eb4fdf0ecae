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
 * Takes a claim for CLAIM_SECONDS: an officer looks at something. The same officer's next call renews it.
 * @param address where the request came from
 * @throws NotFoundError; RuleError `own_submission` (403), `not_waiting`, `claimed` (409, with the other's claim)
 */
export async function takeClaim(subject: ReviewSubject, officer: Actor, address: string): Promise<Claim> {
  return transaction(async (tx) => {
    await refuseUnfit(tx, subject, officer)
    const moment = now()
    const taken = await writeClaim(tx, subject, officer, moment)
    // The row is locked, also where it is another officer's, so that it is still there.
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

/** Ends an officer's own claim. Without one, nothing happens. */
export async function releaseClaim(subject: ReviewSubject, officer: Actor, address: string): Promise<void> {
  await transaction(async (tx) => {
    const released = await tx.prisma.reviewClaim.deleteMany({
      where: {
        subjectType: subject.type,
        subjectId: subject.id,
        officerId: officer.id,
        expiresAt: { gt: now() },
      },
    })
    if (released.count > 0)
      await recordAudit(tx, {
        actor: officer,
        action: 'claim.released',
        subject: auditedSubject(subject),
        address,
      })
  })
}

/**
 * Ends the claim on what is being decided. Each decision calls it in its transaction, while the subject's row is locked, so
 * that nobody claims it between this and the decision.
 * @throws RuleError `claimed` (409, with the claim) where another officer looks at it, `already_decided` (409) where a decision
 * about it may still be undone
 */
export async function endClaim(tx: Tx, subject: ReviewSubject, officer: { id: string }): Promise<void> {
  const claim = (await readClaims(tx.client, subject.type, [subject.id])).get(subject.id)
  if (claim && claim.holder.id !== officer.id) throw claimedByAnother(claim)
  if (await isDecisionHeld(tx.client, subject)) throw alreadyDecided(subject.type)
  await tx.prisma.reviewClaim.deleteMany({ where: { subjectType: subject.type, subjectId: subject.id } })
}

/** Ends all claims of an officer who was deactivated, so that what they looked at is free at once. */
export async function endClaimsOf(tx: Tx, officerId: string): Promise<void> {
  await tx.prisma.reviewClaim.deleteMany({ where: { officerId } })
}

type Reviewed = { readonly isWaiting: boolean; readonly owners: readonly string[] }

/** Read whether a subject waits for a decision, and who may not make it. Its row stays as it is until the transaction ends. */
const subjects: Record<ClaimSubjectType, (tx: Tx, id: string) => Promise<Reviewed | undefined>> = {
  kyc: async (tx, id) => {
    const row = await tx.kysely
      .selectFrom('profile')
      .select('kyc_status')
      .where('user_id', '=', id)
      .forShare()
      .executeTakeFirst()
    return row && { isWaiting: row.kyc_status === 'under_review', owners: [id] }
  },
  track: async (tx, id) => {
    const row = await tx.kysely
      .selectFrom('track')
      .select(['status', 'musician_id'])
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst()
    return row && { isWaiting: row.status === 'pending', owners: [row.musician_id] }
  },
  video: async (tx, id) => {
    const row = await tx.kysely
      .selectFrom('video as v')
      .innerJoin('track as t', 't.id', 'v.track_id')
      .select(['v.status', 'v.dancer_id', 't.musician_id'])
      .where('v.id', '=', id)
      .forShare('v')
      .executeTakeFirst()
    return row && { isWaiting: row.status === 'pending_review', owners: [row.dancer_id, row.musician_id] }
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
 * Writes a claim in one statement, so that of two officers at once exactly one has it: the other waits for the row and then
 * finds it claimed.
 * @returns `not` where another holds it
 */
async function writeClaim(
  tx: Tx,
  subject: ReviewSubject,
  officer: Actor,
  moment: Date,
): Promise<'new' | 'renewed' | 'not'> {
  const row = await tx.kysely
    .insertInto('review_claim')
    .values({
      subject_type: subject.type,
      subject_id: subject.id,
      officer_id: officer.id,
      claimed_at: moment,
      expires_at: addSeconds(moment, CLAIM_SECONDS),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['subject_type', 'subject_id'])
        .doUpdateSet((eb) => ({
          officer_id: eb.ref('excluded.officer_id'),
          claimed_at: eb
            .case()
            .when('review_claim.expires_at', '>', eb.ref('excluded.claimed_at'))
            .then(eb.ref('review_claim.claimed_at'))
            .else(eb.ref('excluded.claimed_at'))
            .end(),
          expires_at: eb.ref('excluded.expires_at'),
        }))
        .where((eb) =>
          eb.or([
            eb('review_claim.officer_id', '=', eb.ref('excluded.officer_id')),
            eb('review_claim.expires_at', '<=', eb.ref('excluded.claimed_at')),
          ]),
        ),
    )
    .returning('review_claim.claimed_at')
    .executeTakeFirst()
  if (!row) return 'not'
  return row.claimed_at.getTime() === moment.getTime() ? 'new' : 'renewed'
}
