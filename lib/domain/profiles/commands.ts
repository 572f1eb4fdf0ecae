import type { ProfileChange } from '#lib/contract/profiles/calls.ts'
import { now } from '#lib/core/clock.ts'
import { rows } from '#lib/core/db.ts'
import { ValidationError } from '#lib/core/errors.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { KENYAN_MOBILE_MESSAGE, normaliseKenyanMobile } from '#lib/core/phone.ts'
import { lookOf, NAME_TAKEN, namesTaken } from '#lib/domain/accounts/name-look.ts'
import { splitDisplayName } from '#lib/domain/accounts/policy.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { saveKycDraft } from '#lib/domain/kyc/commands.ts'
import type { KycOwner } from '#lib/domain/kyc/schema.ts'

/**
 * Changes the named fields of somebody's profile and KYC draft, all of them or none.
 * @throws RuleError `kyc_locked` where KYC fields are among them while it is under review or approved
 * @throws ValidationError on `phone_number`, `date_of_birth`, or a `display_name` by which somebody who dances this month
 *   is known
 */
export async function updateProfile(owner: KycOwner, change: ProfileChange): Promise<void> {
  const { display_name, bio, location, social_links, phone_number, ...kyc } = change
  const phone = phone_number === undefined ? undefined : readPhone(phone_number)
  const moment = now()
  await transaction(async (tx) => {
    await saveKycDraft(tx, owner, kyc, moment)
    if (display_name !== undefined) await refuseTakenName(tx, owner.id, display_name)
    await writeProfile(tx, owner.id, { display_name, bio, location, social_links })
    if (phone !== undefined) await writePhone(tx, owner.id, phone, moment)
    // The feed shows who dances, and where from.
    if (display_name !== undefined || location !== undefined)
      await emit(tx, publicContentChanged, { what: 'videos' })
  })
}

function readPhone(typed: string): string {
  const phone = typed === '' ? '' : normaliseKenyanMobile(typed)
  if (phone === null) throw new ValidationError({ phone_number: [KENYAN_MOBILE_MESSAGE] })
  return phone
}

/** The name that somebody has already stays theirs, whoever else has it. */
async function refuseTakenName(tx: Tx, userId: string, name: string): Promise<void> {
  const own = await rows(tx.client, 'SELECT 1 FROM profile WHERE user_id = $1 AND display_name = $2', [
    userId,
    name,
  ])
  if (own.length > 0) return
  const taken = await namesTaken(tx.client, { display_name: name }, userId)
  if (taken.length > 0) throw new ValidationError({ display_name: [NAME_TAKEN] })
}

type PublicPart = Pick<ProfileChange, 'display_name' | 'bio' | 'location' | 'social_links'>

async function writeProfile(tx: Tx, userId: string, change: PublicPart): Promise<void> {
  const { display_name, bio, location, social_links } = change
  await rows(
    tx.client,
    `UPDATE profile SET display_name = coalesce($2, display_name), bio = coalesce($3, bio),
       location = coalesce($4, location), social_links = coalesce($5::jsonb, social_links),
       display_name_look = coalesce($6, display_name_look) WHERE user_id = $1`,
    [
      userId,
      display_name ?? null,
      bio ?? null,
      location ?? null,
      social_links ? JSON.stringify(social_links) : null,
      display_name === undefined ? null : lookOf(display_name),
    ],
  )
  if (display_name === undefined) return
  const { firstName, lastName } = splitDisplayName(display_name)
  await rows(tx.client, 'UPDATE app_user SET first_name = $2, last_name = $3 WHERE id = $1', [
    userId,
    firstName,
    lastName,
  ])
}

/** Withdrawals wait a day after a new number: whoever got into the account cannot empty it at once. */
async function writePhone(tx: Tx, userId: string, phone: string, moment: Date): Promise<void> {
  await rows(
    tx.client,
    'UPDATE app_user SET phone_number = $2, phone_changed_at = $3 WHERE id = $1 AND phone_number <> $2',
    [userId, phone, moment],
  )
}
