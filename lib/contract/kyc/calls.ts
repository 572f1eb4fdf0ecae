import { z } from 'zod'
import {
  defineCall,
  optionalName,
  optionalText,
  requiredText,
  sentence,
  timestamp,
  uuid,
  wholeNumber,
} from '#lib/contract/call.ts'
import { uploadParts } from '#lib/contract/upload-parts.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import {
  documentProblems,
  KYC_DOCUMENT_MAX,
  kycCountries,
  kycDocumentTypes,
  kycTextMax,
} from './requirements.ts'

export * from './requirements.ts'

export const kycStatus = z.enum(['not_submitted', 'pending', 'under_review', 'approved', 'rejected'])
export type KycStatus = z.infer<typeof kycStatus>

/** A draft can lack any field. */
export const kycForm = z.object({
  full_name: optionalName(kycTextMax.full_name),
  /** YYYY-MM-DD, or empty. */
  date_of_birth: z.union([z.literal(''), z.iso.date({ error: codedSentence('field.not_date') })], {
    error: codedSentence('field.not_date'),
  }),
  national_id: optionalText(kycTextMax.national_id),
  address_line_1: optionalText(kycTextMax.address_line_1),
  address_line_2: optionalText(kycTextMax.address_line_2),
  city: optionalText(kycTextMax.city),
  state_province: optionalText(kycTextMax.state_province),
  postal_code: optionalText(kycTextMax.postal_code),
  country: z.enum(kycCountries, { error: codedSentence('choose.country') }),
  /** The fields from here on are for musicians only. */
  ipi_number: optionalText(kycTextMax.ipi_number),
  publisher_name: optionalText(kycTextMax.publisher_name),
  society: optionalText(kycTextMax.society),
  pro_affiliation: optionalText(kycTextMax.pro_affiliation),
})
export type KycForm = z.infer<typeof kycForm>
export type KycField = keyof KycForm

export const kycDocumentType = z.enum(kycDocumentTypes, {
  error: codedSentence('choose.one_of', { words: 'id_front, id_back or passport_photo' }),
})
export type KycDocumentType = z.infer<typeof kycDocumentType>

export const missingRequirements = z.object({
  fields: z.array(z.string()),
  documents: z.array(kycDocumentType),
})

/** The file opens only through a link valid for 5 minutes. */
export const kycDocument = z.object({
  document_type: kycDocumentType,
  file_name: z.string(),
  file_size: z.number().int(),
  mime_type: z.string(),
  uploaded_at: timestamp,
  /** Why the document cannot be opened and must be uploaded again. */
  problem: z.enum(documentProblems).nullable(),
})

export const documentLink = z.object({ url: z.string(), expires_at: timestamp })

export const ownKycDocument = defineCall('GET /users/kyc-documents/{document_type}/', {
  group: 'KYC',
  summary: 'A link to one of your own documents; it works for 5 minutes',
  access: ['dancer', 'copyright_owner'],
  params: z.object({ document_type: kycDocumentType }),
  answer: documentLink,
})

export const submitKyc = defineCall('POST /users/profiles/submit_my_kyc/', {
  group: 'KYC',
  alsoAnswers: [400, 409],
  summary: 'Hand in the KYC form; it is locked until officers decide',
  access: ['dancer', 'copyright_owner'],
  answer: z.object({ kyc_status: kycStatus, message: sentence }),
})

const documentFile = {
  document_type: kycDocumentType,
  file_name: requiredText(200),
  file_size: wholeNumber
    .min(1, codedSentence('file_empty'))
    .max(KYC_DOCUMENT_MAX, codedSentence('file_too_large.document')),
  mime_type: requiredText(100),
}

export const initiateKycUpload = defineCall('POST /users/kyc/uploads/initiate/', {
  group: 'KYC',
  alsoAnswers: [409],
  summary: 'Ask for a signed link to PUT one document to',
  access: ['dancer', 'copyright_owner'],
  body: z.object(documentFile),
  status: 201,
  answer: z.object({ session_id: z.string(), upload_url: z.string(), expires_at: timestamp }),
})

export const kycUploadParts = defineCall('POST /users/kyc/uploads/{id}/parts/', {
  group: 'KYC',
  alsoAnswers: [400, 409],
  summary:
    'Ask for links to PUT the document in parts, and which parts have arrived: to go on after a lost line',
  access: ['dancer', 'copyright_owner'],
  params: z.object({ id: uuid }),
  answer: uploadParts,
})

const completed = z.object({ document: kycDocument, kyc_status: kycStatus })

export const completeKycUpload = defineCall('POST /users/kyc/uploads/{id}/complete/', {
  group: 'KYC',
  alsoAnswers: [400, 409, 503],
  summary: 'Say that the document was put; its size is checked, and that it can be opened',
  access: ['dancer', 'copyright_owner'],
  params: z.object({ id: uuid }),
  answer: completed,
})

export const generateKycUploadUrl = defineCall('POST /users/kyc-documents/generate_upload_url/', {
  group: 'KYC',
  alsoAnswers: [409],
  summary: 'The same as initiate, in the other documented form',
  access: ['dancer', 'copyright_owner'],
  body: z.object(documentFile),
  status: 201,
  answer: z.object({
    upload_url: z.string(),
    upload_path: z.string(),
    upload_token: z.string(),
    expires_at: timestamp,
  }),
})

export const confirmKycUpload = defineCall('POST /users/kyc-documents/confirm_upload/', {
  group: 'KYC',
  alsoAnswers: [409, 503],
  summary: 'The same as complete, in the other documented form',
  access: ['dancer', 'copyright_owner'],
  body: z.object({
    ...documentFile,
    upload_path: requiredText(300),
    upload_token: requiredText(512),
    /** SHA-256 in hex, checked if given. */
    checksum: optionalText(128).optional(),
  }),
  answer: completed,
})
