import { KYC_LOCKED, type KycForm, type KycStatus } from '#lib/contract/kyc/calls.ts'
import { NotFoundError, RuleError, ValidationError } from '#lib/core/errors.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { sealing } from '#lib/core/sealing.ts'
import { indexForm } from './blind-index.ts'
import { ageProblem, fieldsOfRole, isLocked, statusAfterSaving } from './policy.ts'
import { readKycForm } from './queries.ts'
import type { KycChange, KycOwner } from './schema.ts'

/**
 * Saves fields of the form; the others stay. Fields that the owner's role does not have are passed over.
 * @throws RuleError `kyc_locked` while it is under review or approved
 * @throws ValidationError on `date_of_birth` for children and for nobody's age
 */
export async function saveKycDraft(tx: Tx, owner: KycOwner, change: KycChange, moment: Date): Promise<void> {
  const fields = fieldsOfRole(owner.role, change)
  if (Object.keys(fields).length === 0) return
  const status = await lockKyc(tx, owner.id)
  refuseLocked(status)
  refuseAge(fields.date_of_birth ?? '', moment)
  const form = { ...(await readKycForm(tx.client, owner.id)), ...fields }
  await writeForm(tx, owner.id, form, moment)
  const hasSomething = Object.values(fields).some((value) => value !== '')
  if (hasSomething) await setStatus(tx, owner.id, statusAfterSaving(status))
}

/** The state of somebody's KYC, locked until the transaction ends. @throws NotFoundError where they have no profile */
export async function lockKyc(tx: Tx, userId: string): Promise<KycStatus> {
  const row = await tx.kysely
    .selectFrom('profile')
    .select('kyc_status')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return row.kyc_status
}

/** @throws RuleError `kyc_locked` */
export function refuseLocked(status: KycStatus): void {
  if (isLocked(status)) throw new RuleError('kyc_locked', KYC_LOCKED, 409)
}

/** @param born YYYY-MM-DD, or empty. @throws ValidationError on `date_of_birth` */
export function refuseAge(born: string, moment: Date): void {
  const problem = born === '' ? null : ageProblem(born, moment)
  if (problem) throw new ValidationError({ date_of_birth: [problem] })
}

export async function setStatus(tx: Tx, userId: string, status: KycStatus): Promise<void> {
  await tx.prisma.profile.updateMany({ where: { userId }, data: { kycStatus: status } })
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
    .insertInto('kyc_record')
    .values({ user_id: userId, ...record })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(record))
    .execute()
}
