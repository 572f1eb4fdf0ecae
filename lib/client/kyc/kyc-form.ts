import type { KycDocumentType, KycField, KycForm, KycStatus } from '#lib/contract/kyc/calls.ts'
import {
  KYC_AGE_MIN,
  kycCountries,
  kycTextMax,
  requiredKycFields,
  requiredMusicianKycFields,
} from '#lib/contract/kyc/requirements.ts'

export type KycRole = 'dancer' | 'copyright_owner'
export type KycFieldProblem = 'missing' | 'too_long' | 'bad_date' | 'under_age' | 'bad_country'

const personalFields = [
  'full_name',
  'date_of_birth',
  'national_id',
  'address_line_1',
  'address_line_2',
  'city',
  'state_province',
  'postal_code',
  'country',
] as const satisfies readonly KycField[]

export function kycFieldsOf(role: KycRole): readonly KycField[] {
  return role === 'copyright_owner' ? [...personalFields, ...requiredMusicianKycFields] : personalFields
}

export function requiredFieldsOf(role: KycRole): readonly KycField[] {
  return role === 'copyright_owner' ? [...requiredKycFields, ...requiredMusicianKycFields] : requiredKycFields
}

export function kycFormOf(profile: KycForm): KycForm {
  return {
    full_name: profile.full_name,
    date_of_birth: profile.date_of_birth,
    national_id: profile.national_id,
    address_line_1: profile.address_line_1,
    address_line_2: profile.address_line_2,
    city: profile.city,
    state_province: profile.state_province,
    postal_code: profile.postal_code,
    country: profile.country,
    ipi_number: profile.ipi_number,
    publisher_name: profile.publisher_name,
    society: profile.society,
    pro_affiliation: profile.pro_affiliation,
  }
}

/** Sets a field, but ignores an unknown country. */
export function withKycValue(form: KycForm, field: KycField, value: string): KycForm {
  if (field !== 'country') return { ...form, [field]: value }
  const country = kycCountries.find((name) => name === value)
  return country ? { ...form, country } : form
}

/** The changed fields without wrong values; empty values are included. */
export function savableChanges(form: KycForm, saved: KycForm, role: KycRole, today: Date): Partial<KycForm> {
  const problems = kycProblems(form, role, today)
  const changed = kycFieldsOf(role).filter((field) => {
    const isWrong = problems[field] !== undefined && problems[field] !== 'missing'
    return !isWrong && form[field].trim() !== saved[field]
  })
  return Object.fromEntries(changed.map((field) => [field, form[field].trim()]))
}

export function missingFields(form: KycForm, role: KycRole): KycField[] {
  return requiredFieldsOf(role).filter((field) => form[field].trim() === '')
}

export function kycProblems(
  form: KycForm,
  role: KycRole,
  today: Date,
): Partial<Record<KycField, KycFieldProblem>> {
  const missing = missingFields(form, role)
  const found = kycFieldsOf(role).map((field) => {
    const problem = missing.includes(field) ? 'missing' : valueProblem(field, form[field].trim(), today)
    return [field, problem] as const
  })
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}

function valueProblem(field: KycField, value: string, today: Date): KycFieldProblem | null {
  if (field === 'country') return kycCountries.some((name) => name === value) ? null : 'bad_country'
  if (field !== 'date_of_birth') return value.length > kycTextMax[field] ? 'too_long' : null
  if (value === '') return null
  const age = ageOn(value, today)
  if (age === null) return 'bad_date'
  return age < KYC_AGE_MIN ? 'under_age' : null
}

/** Full years since YYYY-MM-DD; null if invalid or future. */
export function ageOn(date: string, today: Date): number | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  const born = new Date(`${date}T00:00:00Z`)
  if (!year || Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== date) return null
  const [y, m, d] = dayInNairobi(today).split('-').map(Number)
  if (y === undefined || m === undefined || d === undefined) return null
  const had = m > Number(month) || (m === Number(month) && d >= Number(day))
  const age = y - Number(year) - (had ? 0 : 1)
  return age < 0 ? null : age
}

/** YYYY-MM-DD. */
function dayInNairobi(at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(at)
}

export const kycSteps = ['personal', 'documents', 'review'] as const
export type KycStep = (typeof kycSteps)[number]

export type KycProgress = {
  fields: readonly string[]
  documents: readonly KycDocumentType[]
  /** Fields and documents with an officer's reason. */
  reasons: readonly string[]
}

/** The wanted step, or an earlier incomplete one. */
export function kycStepOf(wanted: string | null, progress: KycProgress): KycStep {
  const reachable = progress.fields.length > 0 ? 0 : progress.documents.length > 0 ? 1 : 2
  const asked = kycSteps.find((step) => step === wanted)
  const at = asked ? kycSteps.indexOf(asked) : firstWithReason(progress.reasons)
  return kycSteps[Math.min(at, reachable)] ?? 'personal'
}

function firstWithReason(reasons: readonly string[]): number {
  if (reasons.length === 0) return kycSteps.length
  return reasons.some((name) => !isDocument(name)) ? 0 : 1
}

function isDocument(name: string): boolean {
  return name === 'id_front' || name === 'id_back' || name === 'passport_photo'
}

export function isKycLocked(status: KycStatus): boolean {
  return status === 'under_review' || status === 'approved'
}
