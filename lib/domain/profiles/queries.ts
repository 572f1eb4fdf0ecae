import type { Profile } from '#lib/contract/profiles/calls.ts'
import { socialLinks } from '#lib/contract/profiles/social-links.ts'
import { withApiNames } from '#lib/core/api-names.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { findMissing, readableTypes, requiredDocuments, requiredFields } from '#lib/domain/kyc/policy.ts'
import { readKycDocuments, readKycForm } from '#lib/domain/kyc/queries.ts'
import { fieldReasons } from '#lib/domain/kyc/schema.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import { displayAvatar } from './policy.ts'

/** @throws NotFoundError */
export async function getMyProfile(userId: string): Promise<Profile> {
  const [user, totals, form, documents] = await Promise.all([
    kysely(db())
      .selectFrom('appUser as u')
      .innerJoin('profile as p', 'p.userId', 'u.id')
      .select(['u.id', 'u.username', 'u.firstName', 'u.lastName', 'u.email', 'u.role', 'u.phoneNumber'])
      .select(['u.locale', 'u.createdAt', 'p.displayName', 'p.bio', 'p.location', 'p.county'])
      .select(['p.socialLinks', 'p.avatarUrl', 'p.kycStatus', 'p.kycRejectionReason'])
      .select(['p.kycFieldReasons', 'p.kycReviewedAt'])
      .where('u.id', '=', userId)
      .executeTakeFirst(),
    readTotals(userId),
    readKycForm(db(), userId),
    readKycDocuments(db(), userId),
  ])
  if (!user) throw new NotFoundError()
  const { role } = user
  const missing = findMissing(role, form, readableTypes(documents))
  return {
    id: user.id,
    user: {
      id: user.id,
      username: user.username,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      role,
      phone_number: user.phoneNumber,
      created_at: user.createdAt.toISOString(),
    },
    display_name: user.displayName,
    bio: user.bio,
    location: user.location,
    county: user.county,
    social_links: socialLinks.parse(user.socialLinks),
    avatar: displayAvatar(user.avatarUrl, role),
    kyc_status: user.kycStatus,
    kyc_rejection_reason: user.kycRejectionReason,
    kyc_field_reasons: fieldReasons.parse(user.kycFieldReasons),
    kyc_reviewed_at: user.kycReviewedAt?.toISOString() ?? null,
    required_fields: requiredFields(role),
    required_documents: requiredDocuments(role),
    missing_requirements: missing,
    is_kyc_complete: missing.fields.length + missing.documents.length === 0,
    documents,
    locale: toMailLocale(user.locale),
    ...withApiNames(totals),
    ...form,
  }
}

/** Sums votes and views of approved videos that the person danced, or that use their music. */
function readTotals(userId: string): Promise<{ totalVotes: number; totalViews: number }> {
  const books = kysely(db())
  // Two parts, each through its index: an OR over both tables would read all videos.
  const danced = books.selectFrom('video').select('id').where('dancerId', '=', userId)
  const scored = books
    .selectFrom('video')
    .innerJoin('track as t', 't.id', 'video.trackId')
    .select('video.id')
    .where('t.musicianId', '=', userId)
  return books
    .selectFrom('video as v')
    .select((eb) => [
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('v.voteCount'), eb.lit(0)), 'int4').as('totalVotes'),
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('v.viewCount'), eb.lit(0)), 'int4').as('totalViews'),
    ])
    .where('v.status', '=', 'approved')
    .where('v.id', 'in', danced.union(scored))
    .executeTakeFirstOrThrow()
}
