import type { KycForm, KycStatus } from '#lib/contract/kyc/calls.ts'
import { now } from '#lib/core/clock.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { sealing } from '#lib/core/sealing.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import { indexForm } from './blind-index.ts'
import {
  ageProblem,
  fieldsOfRole,
  findMissing,
  isLocked,
  readableTypes,
  statusAfterSaving,
} from './policy.ts'
import { isNationalIdTaken, readKycDocuments, readKycForm } from './queries.ts'
import type { KycChange, KycOwner } from './schema.ts'

/**
 * Saves fields of a form, except those that the owner's role does not have. The caller holds
 * `lockLiveAccount`.
 * @throws RuleError `kyc_locked` under review or after approval
 * @throws ValidationError on `date_of_birth` for children and impossible ages
 */
export async function saveKycDraft(tx: Tx, owner: KycOwner, change: KycChange, moment: Date): Promise<void> {
  const fields = fieldsOfRole(owner.role, change)
  if (Object.keys(fields).length === 0) return
  const { status } = await lockKyc(tx, owner.id)
  refuseLocked(status)
  refuseAge(fields.date_of_birth ?? '', moment)
  const form = { ...(await readKycForm(tx.client, owner.id)), ...fields }
  await writeForm(tx, owner.id, form, moment)
  const hasSomething = Object.values(fields).some((value) => value !== '')
  if (hasSomething) await setStatus(tx, owner.id, statusAfterSaving(status))
}

/**
 * Submits the form, and locks it until an officer decides.
 * @throws RuleError `kyc_locked` (409), `kyc_incomplete` (400, with `missing_requirements`)
 * @throws ValidationError on `date_of_birth` and `national_id`
 * @throws UnauthenticatedError if the account was closed meanwhile
 */
export async function submitKyc(owner: KycOwner): Promise<KycStatus> {
  const moment = now()
  await transaction(async (tx) => {
    await lockLiveAccount(tx, owner.id)
    refuseLocked((await lockKyc(tx, owner.id)).status)
    const form = await readKycForm(tx.client, owner.id)
    const documents = await readKycDocuments(tx.client, owner.id)
    const missing = findMissing(owner.role, form, readableTypes(documents))
    if (missing.fields.length + missing.documents.length > 0)
      throw new RuleError('kyc_incomplete', 400, { missing_requirements: missing })
    refuseAge(form.date_of_birth, moment)
    // One approved account per person.
    if (await isNationalIdTaken(tx.client, owner.id, form.national_id))
      throw new ValidationError({ national_id: 'national_id_taken' })
    await tx.kysely
      .updateTable('profile')
      .set({
        kycStatus: 'under_review',
        kycSubmittedAt: moment,
        kycRejectionReason: '',
        kycFieldReasons: {},
      })
      .where('userId', '=', owner.id)
      .execute()
  })
  return 'under_review'
}

/** `submittedAt` is null before the first submission. */
export type LockedKyc = { readonly status: KycStatus; readonly submittedAt: Date | null }

/** Locks a person's KYC until the transaction ends. @throws NotFoundError without a profile */
export async function lockKyc(tx: Tx, userId: string): Promise<LockedKyc> {
  const row = await tx.kysely
    .selectFrom('profile')
    .select(['kycStatus as status', 'kycSubmittedAt as submittedAt'])
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return row
}

/** @throws RuleError `kyc_locked` */
export function refuseLocked(status: KycStatus): void {
  if (isLocked(status)) throw new RuleError('kyc_locked', 409)
}

/**
 * @param born YYYY-MM-DD, or empty. @throws ValidationError on `date_of_birth` for children and impossible
 *   ages
 */
function refuseAge(born: string, moment: Date): void {
  const problem = born === '' ? null : ageProblem(born, moment)
  if (problem) throw new ValidationError({ date_of_birth: problem })
}

/** Writes the status into the profile, which the API reads. No-op without a profile. */
export async function setStatus(tx: Tx, userId: string, status: KycStatus): Promise<void> {
  await tx.kysely.updateTable('profile').set({ kycStatus: status }).where('userId', '=', userId).execute()
}

async function writeForm(tx: Tx, userId: string, form: KycForm, moment: Date): Promise<void> {
  const { nationalId, name } = indexForm(form)
  const record = {
    sealed: sealing().seal(JSON.stringify(form), userId),
    national_id_hash: nationalId,
    name_hashes: name,
    updated_at: moment,
  }
  await tx.kysely
    .insertInto('kycRecord')
    .values({ userId, ...record })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(record))
    .execute()
}
