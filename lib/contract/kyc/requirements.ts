// For server and browser, so without zod.

export const kycCountries = ['Kenya', 'Uganda', 'Tanzania', 'Rwanda', 'Other'] as const

export const kycDocumentTypes = ['id_front', 'id_back', 'passport_photo'] as const

export const documentProblems = ['damaged', 'locked', 'no_pages', 'too_big'] as const
export type DocumentProblem = (typeof documentProblems)[number]

/** More pixels than phones take. The limit is needed because a small file can decode to far more. */
export const PICTURE_PIXELS_MAX = 60_000_000

/** HEIC pictures are converted for officers, because few browsers show them. */
export const HEIC_TYPE = 'image/heic'

/** In the form's order. */
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

/** Characters after trimming. */
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

/** Minimum age in full years. */
export const KYC_AGE_MIN = 18

/** Characters. */
export const KYC_FIELD_REASON_MAX = 300
export const KYC_NOTE_MAX = 2_000

/** Fields that officers compare with the documents, in an ID's order. */
export const comparedKycFields = ['national_id', 'full_name', 'date_of_birth'] as const
export type ComparedKycField = (typeof comparedKycFields)[number]

/** Bytes. */
export const KYC_DOCUMENT_MAX = 10 * 1024 * 1024
