import { z } from 'zod'
import type { RoleName } from '#lib/contract/call.ts'
import { type KycField, type KycForm, kycForm } from '#lib/contract/kyc/calls.ts'

export type KycOwner = { readonly id: string; readonly role: RoleName }

export type KycChange = Partial<KycForm>

export const kycFields = Object.keys(kycForm.shape) as KycField[]

/** The form before the first save (docs/api.md, Profile and KYC). */
export const emptyForm: KycForm = {
  full_name: '',
  date_of_birth: '',
  national_id: '',
  address_line_1: '',
  address_line_2: '',
  city: '',
  state_province: '',
  postal_code: '',
  country: 'Kenya',
  ipi_number: '',
  publisher_name: '',
  society: '',
  pro_affiliation: '',
}

/** Reasons of a rejection, by field or document. */
export const fieldReasons = z.record(z.string(), z.string())
