import type { CheckedProfileChange } from '#lib/contract/profiles/calls.ts'
import { now } from '#lib/core/clock.ts'
import { ValidationError } from '#lib/core/errors.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import { lookOf, namesTaken } from '#lib/domain/accounts/name-look.ts'
import { splitDisplayName } from '#lib/domain/accounts/policy.ts'
import { isReservedName } from '#lib/domain/accounts/reserved-names.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { saveKycDraft } from '#lib/domain/kyc/commands.ts'
import type { KycOwner } from '#lib/domain/kyc/schema.ts'

/**
 * Changes the named fields of somebody's profile and KYC draft, all of them or none.
 * @throws UnauthenticatedError where the account was closed meanwhile
 * @throws RuleError `kyc_locked` where KYC fields are among them while it is under review or approved
 * @throws ValidationError on `date_of_birth`, or a `display_name` by which somebody who dances this month
 *   is known, or that could be taken for staff or M-Pesa
 */
export async function updateProfile(owner: KycOwner, change: CheckedProfileChange): Promise<void> {
  const { display_name, bio, location, county, social_links, phone_number, locale, ...kyc } = change
  const moment = now()
  await transaction(async (tx) => {
    await lockLiveAccount(tx, owner.id)
    await saveKycDraft(tx, owner, kyc, moment)
    if (display_name !== undefined) await refuseName(tx, owner.id, display_name)
    await writeProfile(tx, owner.id, { display_name, bio, location, county, social_links })
    if (locale !== undefined) await tx.prisma.user.updateMany({ where: { id: owner.id }, data: { locale } })
    if (phone_number !== undefined) await writePhone(tx, owner.id, phone_number, moment)
    // The feed shows who dances, and where from.
    if (display_name !== undefined || location !== undefined || county !== undefined)
      await emit(tx, publicContentChanged, { what: 'videos' })
  })
}

/** Lets everybody keep the name that they have, even where somebody else has it too. */
async function refuseName(tx: Tx, userId: string, name: string): Promise<void> {
  const own = await tx.prisma.profile.count({ where: { userId, displayName: name } })
  if (own > 0) return
  if (isReservedName(name)) throw new ValidationError({ display_name: 'name_reserved' })
  const taken = await namesTaken(tx.client, { display_name: name }, userId)
  if (taken.length > 0) throw new ValidationError({ display_name: 'name_taken' })
}

type PublicPart = Pick<CheckedProfileChange, 'display_name' | 'bio' | 'location' | 'county' | 'social_links'>

async function writeProfile(tx: Tx, userId: string, change: PublicPart): Promise<void> {
  const { display_name, bio, location, county, social_links } = change
  await tx.prisma.profile.updateMany({
    where: { userId },
    data: {
      displayName: display_name,
      displayNameLook: display_name === undefined ? undefined : lookOf(display_name),
      bio,
      location,
      county,
      socialLinks: social_links,
    },
  })
  if (display_name === undefined) return
  await tx.prisma.user.updateMany({ where: { id: userId }, data: splitDisplayName(display_name) })
}

/** Withdrawals wait a day after a new number: whoever got into the account cannot empty it at once. */
async function writePhone(tx: Tx, userId: string, phone: string, moment: Date): Promise<void> {
  await tx.prisma.user.updateMany({
    where: { id: userId, phoneNumber: { not: phone } },
    data: { phoneNumber: phone, phoneChangedAt: moment },
  })
}
