import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { type KycRole, requiredFieldsOf } from '#lib/client/kyc/kyc-form.ts'
import type { KycField } from '#lib/contract/kyc/calls.ts'
import { kycCountries, kycTextMax } from '#lib/contract/kyc/requirements.ts'
import type { KycDraft } from './use-kyc-draft.ts'

type KycFieldInputProps = { field: KycField; role: KycRole; draft: KycDraft; reason: string | undefined }

const hinted = [
  'full_name',
  'date_of_birth',
  'national_id',
  'address_line_1',
  'ipi_number',
  'society',
  'pro_affiliation',
] as const

const looks: Partial<Record<KycField, ComponentProps<'input'>>> = {
  full_name: { autoComplete: 'name', autoCapitalize: 'words' },
  date_of_birth: { type: 'date', autoComplete: 'bday', min: '1900-01-01' },
  national_id: { autoComplete: 'off', spellCheck: false },
  address_line_1: { autoComplete: 'address-line1' },
  address_line_2: { autoComplete: 'address-line2' },
  city: { autoComplete: 'address-level2' },
  state_province: { autoComplete: 'address-level1' },
  postal_code: { autoComplete: 'postal-code', inputMode: 'numeric' },
  ipi_number: { autoComplete: 'off', spellCheck: false },
  publisher_name: { autoComplete: 'organization' },
}

export function useKycProblemWords({ problems, refusals }: KycDraft): (field: KycField) => string | null {
  const t = useTranslations('Kyc')
  return (field) => {
    const problem = problems[field]
    if (problem === 'missing') return t('problems.missing', { field: t(`fields.${field}`) })
    if (problem === 'too_long') return t('problems.too_long', { max: field in kycTextMax ? maxOf(field) : 0 })
    return problem ? t(`problems.${problem}`) : (refusals[field] ?? null)
  }
}

export function KycFieldInput({ field, role, draft, reason }: KycFieldInputProps) {
  const t = useTranslations('Kyc')
  const isRequired = requiredFieldsOf(role).includes(field)
  const name = t(`fields.${field}`)
  const hint = hinted.find((known) => known === field)
  const said = reason ? t('officerSays', { reason }) : null
  const isUntouched = draft.isUntouched(field)
  const problemWords = useKycProblemWords(draft)
  const frame = {
    label: isRequired ? `${name} *` : name,
    hint: (!isUntouched && said) || (hint ? t(`hints.${hint}`) : undefined),
    error: problemWords(field) ?? (isUntouched ? said : null),
    className: wide.some((known) => known === field) ? 'sm:col-span-2' : '',
  }

  const shared = {
    name: field,
    required: isRequired,
    value: draft.form[field],
    onBlur: () => draft.leave(field),
  }
  if (field === 'country') {
    const options = kycCountries.map((value) => ({ value, words: t(`countries.${value}`) }))
    return (
      <SelectField
        {...frame}
        {...shared}
        autoComplete="country-name"
        options={options}
        onChange={(event) => draft.change(field, event.target.value)}
      />
    )
  }
  return (
    <Field
      {...frame}
      {...shared}
      {...looks[field]}
      onChange={(event) => draft.change(field, event.target.value)}
    />
  )
}

const wide = ['full_name', 'address_line_1', 'address_line_2'] as const satisfies readonly KycField[]

function maxOf(field: KycField): number {
  return field === 'date_of_birth' || field === 'country' ? 0 : kycTextMax[field]
}
