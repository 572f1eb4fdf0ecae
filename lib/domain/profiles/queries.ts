import type { Profile } from '#lib/contract/profiles/calls.ts'
import { socialLinks } from '#lib/contract/profiles/social-links.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { kysely } from '#lib/core/kysely.ts'
import { prisma } from '#lib/core/prisma.ts'
import { findMissing, readableTypes, requiredDocuments, requiredFields } from '#lib/domain/kyc/policy.ts'
import { readKycDocuments, readKycForm } from '#lib/domain/kyc/queries.ts'
import { fieldReasons } from '#lib/domain/kyc/schema.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import { displayAvatar } from './policy.ts'

/** What a person sees of their own account. */
const ownFields = {
  id: true,
  username: true,
  firstName: true,
  lastName: true,
  email: true,
  role: true,
  phoneNumber: true,
  locale: true,
  createdAt: true,
  profile: {
    select: {
      displayName: true,
      bio: true,
      location: true,
      county: true,
      socialLinks: true,
      avatarUrl: true,
      kycStatus: true,
      kycRejectionReason: true,
      kycFieldReasons: true,
      kycReviewedAt: true,
    },
  },
} as const satisfies Prisma.UserSelect

/** Returns everything that a person sees of themselves, with their KYC form. @throws NotFoundError */
export async function getMyProfile(userId: string): Promise<Profile> {
  const [user, totals, form, documents] = await Promise.all([
    prisma().user.findUnique({ where: { id: userId }, select: ownFields }),
    readTotals(userId),
    readKycForm(db(), userId),
    readKycDocuments(db(), userId),
  ])
  if (!user?.profile) throw new NotFoundError()
  const { role, profile } = user
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
    display_name: profile.displayName,
    bio: profile.bio,
    location: profile.location,
    county: profile.county,
    social_links: socialLinks.parse(profile.socialLinks),
    avatar: displayAvatar(profile.avatarUrl, role),
    kyc_status: profile.kycStatus,
    kyc_rejection_reason: profile.kycRejectionReason,
    kyc_field_reasons: fieldReasons.parse(profile.kycFieldReasons),
    kyc_reviewed_at: profile.kycReviewedAt?.toISOString() ?? null,
    required_fields: requiredFields(role),
    required_documents: requiredDocuments(role),
    missing_requirements: missing,
    is_kyc_complete: missing.fields.length + missing.documents.length === 0,
    documents,
    locale: toMailLocale(user.locale),
    ...totals,
    ...form,
  }
}

/** Counts votes and views of the approved videos that a person danced, or whose music is theirs. */
function readTotals(userId: string): Promise<{ total_votes: number; total_views: number }> {
  const books = kysely(db())
  // Two parts, each by its index: an OR over both tables would read all videos.
  const danced = books.selectFrom('video').select('id').where('dancer_id', '=', userId)
  const scored = books
    .selectFrom('video')
    .innerJoin('track as t', 't.id', 'video.track_id')
    .select('video.id')
    .where('t.musician_id', '=', userId)
  return books
    .selectFrom('video as v')
    .select((eb) => [
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('v.vote_count'), eb.lit(0)), 'int4').as('total_votes'),
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('v.view_count'), eb.lit(0)), 'int4').as('total_views'),
    ])
    .where('v.status', '=', 'approved')
    .where('v.id', 'in', danced.union(scored))
    .executeTakeFirstOrThrow()
}
