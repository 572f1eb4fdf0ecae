import { CLAIM_SECONDS, type Claim, type ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { claimedByAnother, nothingToDecide, ownSubject } from './errors.ts'
import { readClaims } from './queries.ts'
import { auditedSubject, type ReviewSubject } from './schema.ts'

/**
 * Notes for CLAIM_SECONDS that an officer looks at something; said again by the same one it goes on from now.
 * @param address where the request came from
 * @throws NotFoundError; RuleError `own_submission` (403), `not_waiting`, `claimed` (409, with the other's claim)
 */
export async function takeClaim(subject: ReviewSubject, officer: Actor, address: string): Promise<Claim> {
  return transaction(async (tx) => {
    await refuseUnfit(tx, subject, officer)
    const moment = now()
    const taken = await writeClaim(tx, subject, officer, moment)
    // The row is locked, also where it is another's: it is there at the moment at which it was in the way.
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

/** Ends one's own claim; where one has none, nothing happens. */
export async function releaseClaim(subject: ReviewSubject, officer: Actor, address: string): Promise<void> {
  await transaction(async (tx) => {
    const released = await rows(
      tx.client,
      `DELETE FROM review_claim WHERE subject_type = $1::review_subject AND subject_id = $2 AND officer_id = $3
         AND expires_at > $4 RETURNING 1`,
      [subject.type, subject.id, officer.id, now()],
    )
    if (released.length > 0)
      await recordAudit(tx, {
        actor: officer,
        action: 'claim.released',
        subject: auditedSubject(subject),
        address,
      })
  })
}

/**
 * Ends the claim of what is being decided. To be called by each decision, in its transaction, while the subject's row is
 * locked: nobody claims it between this and the decision.
 * @throws RuleError `claimed` (409, with the claim) where another officer looks at it
 */
export async function endClaim(tx: Tx, subject: ReviewSubject, officer: { id: string }): Promise<void> {
  const claim = (await readClaims(tx.client, subject.type, [subject.id])).get(subject.id)
  if (claim && claim.holder.id !== officer.id) throw claimedByAnother(claim)
  await rows(
    tx.client,
    'DELETE FROM review_claim WHERE subject_type = $1::review_subject AND subject_id = $2',
    [subject.type, subject.id],
  )
}

/** Ends all claims of an officer who works here no more: what they looked at is free at once. */
export async function endClaimsOf(tx: Tx, officerId: string): Promise<void> {
  await rows(tx.client, 'DELETE FROM review_claim WHERE officer_id = $1', [officerId])
}

/** Whether it waits for a decision, and who may not make it; its row stays as it is until the transaction ends. */
const subjects: Record<ClaimSubjectType, string> = {
  kyc: `SELECT p.kyc_status = 'under_review' AS "isWaiting", ARRAY[p.user_id] AS owners
    FROM profile p WHERE p.user_id = $1 FOR SHARE`,
  track: `SELECT t.status = 'pending' AS "isWaiting", ARRAY[t.musician_id] AS owners
    FROM track t WHERE t.id = $1 FOR SHARE`,
  video: `SELECT v.status = 'pending_review' AS "isWaiting", ARRAY[v.dancer_id, t.musician_id] AS owners
    FROM video v JOIN track t ON t.id = v.track_id WHERE v.id = $1 FOR SHARE OF v`,
}

async function refuseUnfit(tx: Tx, { type, id }: ReviewSubject, officer: Actor): Promise<void> {
  const found = await firstRow<{ isWaiting: boolean; owners: string[] }>(tx.client, {
    name: `review-subject-${type}`,
    text: subjects[type],
    values: [id],
  })
  if (!found) throw new NotFoundError()
  if (found.owners.includes(officer.id)) throw ownSubject()
  if (!found.isWaiting) throw nothingToDecide()
}

/**
 * One statement, so that of two officers at once exactly one has it: the other waits for the row and then finds it held.
 * @returns `not` where another holds it
 */
async function writeClaim(
  tx: Tx,
  subject: ReviewSubject,
  officer: Actor,
  moment: Date,
): Promise<'new' | 'renewed' | 'not'> {
  const row = await firstRow<{ isNew: boolean }>(tx.client, {
    name: 'review-claim-write',
    text: `INSERT INTO review_claim AS c (subject_type, subject_id, officer_id, claimed_at, expires_at)
      VALUES ($1::review_subject, $2, $3, $4, $5)
      ON CONFLICT (subject_type, subject_id) DO UPDATE SET officer_id = EXCLUDED.officer_id,
        claimed_at = CASE WHEN c.expires_at > EXCLUDED.claimed_at THEN c.claimed_at ELSE EXCLUDED.claimed_at END,
        expires_at = EXCLUDED.expires_at
      WHERE c.officer_id = EXCLUDED.officer_id OR c.expires_at <= EXCLUDED.claimed_at
      RETURNING c.claimed_at = $4 AS "isNew"`,
    values: [subject.type, subject.id, officer.id, moment, addSeconds(moment, CLAIM_SECONDS)],
  })
  if (!row) return 'not'
  return row.isNew ? 'new' : 'renewed'
}
