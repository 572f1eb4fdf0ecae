// The requirements of a KYC form, which the server checks and the browser shows. They are apart from the schemas, so that
// the browser loads no validation library with them.

export const kycCountries = ['Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other'] as const

export const kycDocumentTypes = ['id_front', 'id_back', 'passport_photo'] as const

/** Why nobody can open a document. */
export const documentProblems = ['damaged', 'locked', 'no_pages', 'too_big'] as const
export type DocumentProblem = (typeof documentProblems)[number]

/** More pixels than phones take: a small file may be made to hold far more. */
export const PICTURE_PIXELS_MAX = 60_000_000

/** A picture of this type is converted before officers see it, because few browsers show it. */
export const HEIC_TYPE = 'image/heic'

/** Required fields, in the order of the form. */
export const requiredKycFields = [
  'full_name',
  'date_of_birth',
  'national_id',
  'address_line_1',
  'city',
  'country',
] as const

export const requiredMusicianKycFields = [
  'ipi_number',
  'publisher_name',
  'society',
  'pro_affiliation',
] as const

/** How many characters a field may have after trimming. */
export const kycTextMax = {
  full_name: 120,
  national_id: 20,
  address_line_1: 200,
  address_line_2: 200,
  city: 100,
  state_province: 100,
  postal_code: 20,
  ipi_number: 20,
  publisher_name: 120,
  society: 120,
  pro_affiliation: 120,
} as const

/** The least age in whole years. */
export const KYC_AGE_MIN = 18

/** How many characters an officer may write about a field, and in the note for colleagues. */
export const KYC_FIELD_REASON_MAX = 300
export const KYC_NOTE_MAX = 2_000

/** What an officer compares with the documents, in the order of an identity card. */
export const comparedKycFields = ['national_id', 'full_name', 'date_of_birth'] as const
export type ComparedKycField = (typeof comparedKycFields)[number]

/** The largest document in bytes. */
export const KYC_DOCUMENT_MAX = 10 * 1024 * 1024
