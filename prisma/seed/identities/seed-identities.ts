import {
  type KycDocumentType,
  type KycForm,
  type KycStatus,
  kycDocumentTypes,
} from '#lib/contract/kyc/calls.ts'
import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { sealing } from '#lib/core/sealing.ts'
import { indexForm } from '#lib/domain/kyc/blind-index.ts'
import { emptyForm } from '#lib/domain/kyc/schema.ts'
import { insertRows } from '../insert-rows.ts'
import { chanceOf } from '../random.ts'
import { formOf, type Holder } from './forms.ts'
import { documentFile, documentKey } from './store-documents.ts'

const HOUR = 3_600

/** Hours since submission; one is beyond the promised 2 to 3 business days. */
const waitingHours = [2, 19, 44, 101]

const REJECTION = {
  reason: 'The card and the form do not say the same. Please compare them and send a sharper picture.',
  fields: {
    full_name: 'The card has your names in another order.',
    id_front: 'The number cannot be read: please take it again in daylight.',
  },
}

type Case = {
  holder: Holder
  id: string
  status: KycStatus
  form: KycForm
  documents: readonly KycDocumentType[]
  submittedAt: Date
  reviewedAt: Date | null
  officerId: string
}

/**
 * @param launch the latest time of an approval
 * @returns whether anything was written
 */
export async function seedIdentities(
  on: Queryable,
  holders: readonly Holder[],
  officerIds: readonly string[],
  launch: Date,
  today: Date,
): Promise<boolean> {
  const emails = holders.map((one) => one.email)
  const missing = await kysely(on)
    .selectFrom('appUser as u')
    .innerJoin('profile as p', 'p.userId', 'u.id')
    .leftJoin('kycRecord as r', 'r.userId', 'u.id')
    .select(['u.id', 'u.email', 'p.kycStatus as status', 'u.createdAt as joined'])
    .where('u.email', '=', anyOf(emails))
    .where('p.kycStatus', '<>', 'not_submitted')
    .where('r.userId', 'is', null)
    .orderBy('u.email')
    .execute()
  const byEmail = new Map(holders.map((one) => [one.email, one]))
  let waiting = 0
  const cases = missing.flatMap(({ id, email, status, joined }, place): Case[] => {
    const holder = byEmail.get(email)
    if (!holder) return []
    const turn = status === 'under_review' ? waiting++ : 0
    const officerId = officerIds[place % officerIds.length] ?? ''
    return [
      {
        holder,
        id,
        status,
        officerId,
        ...whatTheySent(holder, status),
        ...when(status, joined, launch, today, turn),
      },
    ]
  })
  await insertForms(on, cases)
  await insertDocuments(on, cases)
  await insertDecisions(on, cases)
  return cases.length > 0
}

function whatTheySent(holder: Holder, status: KycStatus) {
  const form = formOf(holder)
  if (status !== 'pending') return { form, documents: kycDocumentTypes }
  const { full_name, city } = form
  return { form: { ...emptyForm, full_name, city }, documents: ['id_front'] as const }
}

function when(status: KycStatus, joined: Date, launch: Date, today: Date, turn: number) {
  const chance = chanceOf(`kyc ${joined.toISOString()}`)
  if (status === 'approved') {
    const decided = addSeconds(joined, chance.whole(8 * HOUR, 40 * HOUR))
    return { submittedAt: addSeconds(joined, 1_200), reviewedAt: decided < launch ? decided : launch }
  }
  if (status === 'rejected')
    return { submittedAt: addSeconds(today, -70 * HOUR), reviewedAt: addSeconds(today, -22 * HOUR) }
  const hours = waitingHours[turn % waitingHours.length] ?? 1
  return { submittedAt: addSeconds(today, -hours * HOUR), reviewedAt: null }
}

async function insertForms(on: Queryable, cases: readonly Case[]): Promise<void> {
  await insertRows(
    on,
    'kycRecord',
    cases.map(({ id, form, submittedAt }) => {
      const { nationalId, name } = indexForm(form)
      return {
        userId: id,
        sealed: sealing().seal(JSON.stringify(form), id),
        nationalIdHash: nationalId,
        nameHashes: name,
        updatedAt: submittedAt,
      }
    }),
  )
}

async function insertDocuments(on: Queryable, cases: readonly Case[]): Promise<void> {
  await insertRows(
    on,
    'kycDocument',
    cases.flatMap(({ id, holder, documents, submittedAt }) =>
      documents.map((type) => ({
        userId: id,
        documentType: type,
        objectKey: documentKey(holder, type),
        fileName: `${type}.png`,
        fileSize: documentFile(holder, type).byteLength,
        mimeType: 'image/png',
        uploadedAt: addSeconds(submittedAt, -300),
      })),
    ),
  )
}

async function insertDecisions(on: Queryable, cases: readonly Case[]): Promise<void> {
  const handedIn = cases.filter(({ status }) => status !== 'pending')
  for (const { id, status, submittedAt, reviewedAt } of handedIn) {
    const rejection = status === 'rejected' ? REJECTION : { reason: '', fields: {} }
    await kysely(on)
      .updateTable('profile')
      .set({
        kycSubmittedAt: submittedAt,
        kycReviewedAt: reviewedAt,
        kycRejectionReason: rejection.reason,
        kycFieldReasons: JSON.stringify(rejection.fields),
      })
      .where('userId', '=', id)
      .execute()
  }
  const decided = handedIn.flatMap(({ reviewedAt, ...one }) => (reviewedAt ? [{ ...one, reviewedAt }] : []))
  await insertRows(
    on,
    'kycReview',
    decided.map(({ id, status, officerId, reviewedAt }) => ({
      userId: id,
      officerId,
      action: status === 'approved' ? 'approve' : 'reject',
      reason: status === 'rejected' ? REJECTION.reason : '',
      fieldReasons: status === 'rejected' ? REJECTION.fields : {},
      createdAt: reviewedAt,
    })),
  )
  await insertRows(
    on,
    'auditEvent',
    decided.map(({ id, status, officerId, reviewedAt }) => ({
      at: reviewedAt,
      actorId: officerId,
      action: `kyc.${status}`,
      subjectType: 'user',
      subjectId: id,
      before: { kyc_status: 'under_review' },
      after: { kyc_status: status },
    })),
  )
}
