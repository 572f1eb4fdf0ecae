import type { CheckedProfileChange } from '#lib/contract/profiles/calls.ts'
import { now } from '#lib/core/clock.ts'
import { ValidationError } from '#lib/core/errors.ts'
import { countRows } from '#lib/core/kysely.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import { lookOf, namesTaken } from '#lib/domain/accounts/name-look.ts'
import { splitDisplayName } from '#lib/domain/accounts/policy.ts'
import { isReservedName } from '#lib/domain/accounts/reserved-names.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { saveKycDraft } from '#lib/domain/kyc/commands.ts'
import type { KycOwner } from '#lib/domain/kyc/schema.ts'

/**
 * Changes all given fields of profile and KYC draft, or none.
 * @throws UnauthenticatedError if the account was closed meanwhile
 * @throws RuleError `kyc_locked` for KYC fields under review or after approval
 * @throws ValidationError on `date_of_birth`, or on a `display_name` of another dancer of this month, or that
 *   resembles staff or M-Pesa
 */
export async function updateProfile(owner: KycOwner, change: CheckedProfileChange): Promise<void> {
  const { display_name, bio, location, county, social_links, phone_number, locale, ...kyc } = change
  const moment = now()
  await transaction(async (tx) => {
    await lockLiveAccount(tx, owner.id)
    await saveKycDraft(tx, owner, kyc, moment)
    if (display_name !== undefined) await refuseName(tx, owner.id, display_name)
    await writeProfile(tx, owner.id, { display_name, bio, location, county, social_links })
    if (locale !== undefined)
      await tx.kysely.updateTable('appUser').set({ locale }).where('id', '=', owner.id).execute()
    if (phone_number !== undefined) await writePhone(tx, owner.id, phone_number, moment)
    // The feed shows dancers with names and places.
    if (display_name !== undefined || location !== undefined || county !== undefined)
      await emit(tx, publicContentChanged, { what: 'videos' })
  })
}

/** Users keep their current name, even if another user has it too. */
async function refuseName(tx: Tx, userId: string, name: string): Promise<void> {
  const own = await countRows(
    tx.kysely.selectFrom('profile').where('userId', '=', userId).where('displayName', '=', name),
  )
  if (own > 0) return
  if (isReservedName(name)) throw new ValidationError({ display_name: 'name_reserved' })
  const taken = await namesTaken(tx.client, { display_name: name }, userId)
  if (taken.length > 0) throw new ValidationError({ display_name: 'name_taken' })
}

type PublicPart = Pick<CheckedProfileChange, 'display_name' | 'bio' | 'location' | 'county' | 'social_links'>

async function writeProfile(tx: Tx, userId: string, change: PublicPart): Promise<void> {
  const { display_name, bio, location, county, social_links: socialLinks } = change
  const displayNameLook = display_name === undefined ? undefined : lookOf(display_name)
  const written = { displayName: display_name, displayNameLook, bio, location, county, socialLinks }
  // SQL has no empty update.
  if (Object.values(written).some((value) => value !== undefined))
    await tx.kysely.updateTable('profile').set(written).where('userId', '=', userId).execute()
  if (display_name === undefined) return
  await tx.kysely
    .updateTable('appUser')
    .set(splitDisplayName(display_name))
    .where('id', '=', userId)
    .execute()
}

/** Withdrawals wait a day after a new number: an intruder must not empty the account at once. */
async function writePhone(tx: Tx, userId: string, phone: string, moment: Date): Promise<void> {
  await tx.kysely
    .updateTable('appUser')
    .set({ phoneNumber: phone, phoneChangedAt: moment })
    .where('id', '=', userId)
    .where('phoneNumber', '<>', phone)
    .execute()
}
