import { z } from 'zod'
import {
  defineCall,
  inLowerCase,
  optionalText,
  pageOf,
  paging,
  roleNames,
  searched,
  sentence,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { claim } from '#lib/contract/review/claims.ts'
import { REVIEW_REASON_MAX } from '#lib/contract/review/constants.ts'
import { undoable } from '#lib/contract/review/undoable.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { documentLink, kycDocument, kycDocumentType, kycForm, kycStatus } from './calls.ts'
import { comparedKycFields, KYC_FIELD_REASON_MAX, KYC_NOTE_MAX } from './requirements.ts'

const officers = ['compliance_officer', 'super_admin'] as const

/** A person in lists and beside decisions. */
const person = z.object({ id: z.string(), username: z.string(), display_name: z.string() })

export const kycSubmissionOrderings = [
  '-kyc_submitted_at',
  'kyc_submitted_at',
  '-reviewed_at',
  'reviewed_at',
] as const

/**
 * A row of the officers' table. `id` is the user's, as the decision takes it
 * (POST /users/profiles/{id}/review_kyc/).
 */
export const kycSubmissionItem = z.object({
  id: z.string(),
  user: person.extend({ email: z.string(), role: z.enum(roleNames) }),
  /** The name in the form; the account's name where the form has none. */
  full_name: z.string(),
  /** Null where it was never submitted. */
  kyc_submitted_at: timestamp.nullable(),
  kyc_status: kycStatus,
  kyc_reviewed_at: timestamp.nullable(),
  /** The newest decision: the officer's username, its time, the reason for the owner, and the note for other officers. */
  reviewed_by: z.string().nullable(),
  reviewed_at: timestamp.nullable(),
  rejection_reason: z.string(),
  internal_note: z.string(),
  /** How often it was rejected. */
  rejections: z.number().int(),
  /** The officer who has claimed it; null where nobody has. */
  claim: claim.nullable(),
})
export type KycSubmissionItem = z.infer<typeof kycSubmissionItem>

export const kycSubmissions = defineCall('GET /users/compliance/kyc-submissions/', {
  group: 'Compliance',
  summary: 'What was handed in to be checked, a page at a time',
  access: officers,
  query: z.object({
    ...paging,
    /**
     * `pending` are submissions that wait for a decision, `decided` those that are approved or rejected. Without it the
     * list has all that were ever submitted.
     */
    kyc_status: z.preprocess(
      (given) => inLowerCase(given) || undefined,
      z
        .enum([...kycStatus.options, 'decided'], { error: codedSentence('choose.status', { list: 'KYC' }) })
        .optional(),
    ),
    /**
     * Any part of the account's names, username or email; a whole national ID, however it is spaced; and whole words of
     * the form's full name, because the form is encrypted and only keyed hashes of it are compared. Of what is decided also
     * any part of the username of an officer who decided.
     */
    search: searched,
    /** Anything unknown falls back to newest first. */
    ordering: z.enum(kycSubmissionOrderings).default('-kyc_submitted_at').catch('-kyc_submitted_at'),
  }),
  answer: pageOf(kycSubmissionItem),
})
export type KycSubmissionsQuery = z.output<typeof kycSubmissions.query>
export type KycSubmissionsPage = z.infer<typeof kycSubmissions.answer>

/** A signed link that opens one document for 5 minutes. The audit log records it as a view. */
export const kycReview = z.object({
  id: z.string(),
  officer: person,
  action: z.enum(['approve', 'reject']),
  reason: z.string(),
  field_reasons: z.record(z.string(), z.string()),
  /** For other officers; the owner never sees it. */
  internal_note: z.string(),
  created_at: timestamp,
})

/** Somebody who has something in common with this person; the list of submissions finds them by their email. */
const otherAccount = person.extend({ email: z.string(), kyc_status: kycStatus })

export const kycSubmissionDetail = kycSubmissionItem.extend({
  user: kycSubmissionItem.shape.user.extend({ phone_number: z.string(), created_at: timestamp }),
  form: kycForm,
  /** The fields that the role has to fill in, in the order of the form. */
  required_fields: z.array(z.string()),
  documents: z.array(kycDocument.extend(documentLink.shape)),
  /** The reason of the last rejection, as the owner sees it; empty once it is submitted again. */
  kyc_rejection_reason: z.string(),
  kyc_field_reasons: z.record(z.string(), z.string()),
  /** Former decisions with their notes, newest first. */
  reviews: z.array(kycReview),
  /** Other accounts with the same national ID, because one person may have one approved account. */
  same_national_id: z.array(otherAccount),
  /** Other accounts that have this person's phone in their profile, or had money sent to it. */
  same_phone: z.array(otherAccount),
})
export type KycSubmissionDetail = z.infer<typeof kycSubmissionDetail>

export const kycSubmission = defineCall('GET /users/compliance/kyc-submissions/{id}/', {
  group: 'Compliance',
  summary: "One submission with links to its documents; the id is the user's, and reading it is on record",
  access: officers,
  params: z.object({ id: uuid }),
  answer: kycSubmissionDetail,
})

export const kycDocumentView = defineCall(
  'GET /users/compliance/kyc-submissions/{id}/documents/{document_type}/',
  {
    group: 'Compliance',
    summary: 'A fresh link to one document, for a dialog that outlasted the first; on record as a view',
    access: officers,
    params: z.object({ id: uuid, document_type: kycDocumentType }),
    answer: documentLink,
  },
)

export const reviewKyc = defineCall('POST /users/profiles/{id}/review_kyc/', {
  group: 'Compliance',
  alsoAnswers: [409],
  summary:
    "Approve or reject a submitted KYC; the id is the user's. Refused where it was handed in again since it was looked at",
  access: officers,
  params: z.object({ id: uuid }),
  body: z.object({
    action: z.enum(['approve', 'reject'], {
      error: codedSentence('choose.one_of', { words: 'approve or reject' }),
    }),
    reason: optionalText(REVIEW_REASON_MAX).default(''),
    /** A sentence for each field or document that has to change. */
    field_reasons: z.record(z.string().max(50), optionalText(KYC_FIELD_REASON_MAX)).default({}),
    internal_note: optionalText(KYC_NOTE_MAX).default(''),
    /** The fields that the officer has found to be as in the documents; the audit log keeps them. */
    matched_fields: z.array(z.enum(comparedKycFields)).max(comparedKycFields.length).default([]),
    /**
     * As the submission that was looked at has it: one that was handed in since is refused (409). Left out, whatever waits by now
     * is decided.
     */
    kyc_submitted_at: z.iso.datetime({ error: codedSentence('field.not_moment') }).nullish(),
    undoable,
  }),
  answer: z.object({ kyc_status: kycStatus, message: sentence }),
})
