import type { RoleName } from '#lib/contract/call.ts'
import type { KycStatus } from '#lib/contract/kyc/calls.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import type { SocialLinks } from '#lib/contract/profiles/social-links.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { findMissing, requiredDocuments, requiredFields } from '#lib/domain/kyc/policy.ts'
import { readKycDocuments, readKycForm } from '#lib/domain/kyc/queries.ts'
import { displayAvatar } from './policy.ts'

type ProfileRow = {
  id: string
  username: string
  first_name: string
  last_name: string
  email: string
  role: RoleName
  phone_number: string
  created_at: Date
  display_name: string
  bio: string
  location: string
  social_links: SocialLinks
  avatar_url: string | null
  kyc_status: KycStatus
  kyc_rejection_reason: string
  kyc_field_reasons: Record<string, string>
}

/** Everything that somebody sees of themselves, their KYC form opened. @throws NotFoundError */
export async function getMyProfile(userId: string): Promise<Profile> {
  const [row, totals, form, documents] = await Promise.all([
    readProfile(userId),
    readTotals(userId),
    readKycForm(db(), userId),
    readKycDocuments(db(), userId),
  ])
  const { display_name, bio, location, social_links, avatar_url, ...rest } = row
  const { kyc_status, kyc_rejection_reason, kyc_field_reasons, ...user } = rest
  const missing = findMissing(
    user.role,
    form,
    documents.map((one) => one.document_type),
  )
  return {
    id: user.id,
    user: { ...user, created_at: user.created_at.toISOString() },
    display_name,
    bio,
    location,
    social_links,
    avatar: displayAvatar(avatar_url, user.role),
    kyc_status,
    kyc_rejection_reason,
    kyc_field_reasons,
    required_fields: requiredFields(user.role),
    required_documents: requiredDocuments(user.role),
    missing_requirements: missing,
    is_kyc_complete: missing.fields.length + missing.documents.length === 0,
    documents,
    ...totals,
    ...form,
  }
}

async function readProfile(userId: string): Promise<ProfileRow> {
  const row = await firstRow<ProfileRow>(db(), {
    name: 'profile-me',
    text: `SELECT u.id, u.username, u.first_name, u.last_name, u.email, u.role::text, u.phone_number, u.created_at,
             p.display_name, p.bio, p.location, p.social_links, p.avatar_url, p.kyc_status::text,
             p.kyc_rejection_reason, p.kyc_field_reasons
           FROM app_user u JOIN profile p ON p.user_id = u.id WHERE u.id = $1`,
    values: [userId],
  })
  if (!row) throw new NotFoundError()
  return row
}

/** Votes and views of the approved videos that somebody danced, or whose music is theirs. */
async function readTotals(userId: string): Promise<{ total_votes: number; total_views: number }> {
  const row = await firstRow<{ total_votes: number; total_views: number }>(db(), {
    name: 'profile-totals',
    text: `SELECT coalesce(sum(v.vote_count), 0)::int AS total_votes, coalesce(sum(v.view_count), 0)::int AS total_views
           FROM video v JOIN track t ON t.id = v.track_id
           WHERE v.status = 'approved' AND (v.dancer_id = $1 OR t.musician_id = $1)`,
    values: [userId],
  })
  return row ?? { total_votes: 0, total_views: 0 }
}
