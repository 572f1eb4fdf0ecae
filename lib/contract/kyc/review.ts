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

const person = z.object({ id: z.string(), username: z.string(), display_name: z.string() })

export const kycSubmissionOrderings = [
  '-kyc_submitted_at',
  'kyc_submitted_at',
  '-reviewed_at',
  'reviewed_at',
] as const

/** `id` is the user's, as in POST /users/profiles/{id}/review_kyc/. */
export const kycSubmissionItem = z.object({
  id: z.string(),
  user: person.extend({ email: z.string(), role: z.enum(roleNames) }),
  /** The form's name, else the account's. */
  full_name: z.string(),
  kyc_submitted_at: timestamp.nullable(),
  kyc_status: kycStatus,
  kyc_reviewed_at: timestamp.nullable(),
  /** Officer and time of the newest decision. */
  reviewed_by: z.string().nullable(),
  reviewed_at: timestamp.nullable(),
  rejection_reason: z.string(),
  internal_note: z.string(),
  rejections: z.number().int(),
  claim: claim.nullable(),
})
export type KycSubmissionItem = z.infer<typeof kycSubmissionItem>

export const kycSubmissions = defineCall('GET /users/compliance/kyc-submissions/', {
  group: 'Compliance',
  summary: 'What was handed in to be checked, a page at a time',
  access: officers,
  query: z.object({
    ...paging,
    /** `pending` wait for a decision, `decided` are approved or rejected. By default all ever submitted. */
    kyc_status: z.preprocess(
      (given) => inLowerCase(given) || undefined,
      z
        .enum([...kycStatus.options, 'decided'], { error: codedSentence('choose.status', { list: 'KYC' }) })
        .optional(),
    ),
    /**
     * Part of name, username or email; a whole national ID; whole words of the form's name, because only
     * keyed hashes of the encrypted form are compared. For decided submissions also part of the officer's
     * username.
     */
    search: searched,
    /** Newest first if unknown. */
    ordering: z.enum(kycSubmissionOrderings).default('-kyc_submitted_at').catch('-kyc_submitted_at'),
  }),
  answer: pageOf(kycSubmissionItem),
})
export type KycSubmissionsQuery = z.output<typeof kycSubmissions.query>
export type KycSubmissionsPage = z.infer<typeof kycSubmissions.answer>

export const kycReview = z.object({
  id: z.string(),
  officer: person,
  action: z.enum(['approve', 'reject']),
  reason: z.string(),
  field_reasons: z.record(z.string(), z.string()),
  /** Never shown to the owner. */
  internal_note: z.string(),
  created_at: timestamp,
})

const otherAccount = person.extend({ email: z.string(), kyc_status: kycStatus })

export const kycSubmissionDetail = kycSubmissionItem.extend({
  user: kycSubmissionItem.shape.user.extend({ phone_number: z.string(), created_at: timestamp }),
  form: kycForm,
  /** Required by the role, in the form's order. */
  required_fields: z.array(z.string()),
  documents: z.array(kycDocument.extend(documentLink.shape)),
  /** Last rejection, as the owner sees it; empty after a new submission. */
  kyc_rejection_reason: z.string(),
  kyc_field_reasons: z.record(z.string(), z.string()),
  /** Newest first. */
  reviews: z.array(kycReview),
  /** Other accounts with this national ID. One person can have only one approved account. */
  same_national_id: z.array(otherAccount),
  /** Other accounts that have this phone in their profile, or withdrew money to it. */
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
    /** A reason for each field or document to change. */
    field_reasons: z.record(z.string().max(50), optionalText(KYC_FIELD_REASON_MAX)).default({}),
    internal_note: optionalText(KYC_NOTE_MAX).default(''),
    /** Fields that the officer found equal in the documents, for the audit log. */
    matched_fields: z.array(z.enum(comparedKycFields)).max(comparedKycFields.length).default([]),
    /**
     * Time of the submission that the officer saw: 409 if there is a newer one. Without it, the current one
     * is decided.
     */
    kyc_submitted_at: z.iso.datetime({ error: codedSentence('field.not_moment') }).nullish(),
    undoable,
  }),
  answer: z.object({ kyc_status: kycStatus, message: sentence }),
})
