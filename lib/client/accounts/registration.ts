import type { z } from 'zod'
import type { register } from '#lib/contract/accounts/calls.ts'
import type { FieldIssue } from '../forms/use-api-form.ts'

export const registerFields = [
  'role',
  'name',
  'displayName',
  'email',
  'phone',
  'password',
  'confirmPassword',
  'location',
  'instagram',
  'tiktok',
  'youtube',
] as const
export type RegisterField = (typeof registerFields)[number]

export type Registration = Record<RegisterField, string>

export type RegistrationProblem =
  | 'roleMissing'
  | 'nameMissing'
  | 'nameShort'
  | 'displayNameMissing'
  | 'emailMissing'
  | 'emailWrong'
  | 'passwordMissing'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordWeak'
  | 'confirmMissing'
  | 'passwordsDiffer'

const blank: Registration = {
  role: '',
  name: '',
  displayName: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
  location: '',
  instagram: '',
  tiktok: '',
  youtube: '',
}

/** @param say translates a problem */
export function registrationRules(say: (problem: RegistrationProblem) => string) {
  const sayAll = (problems: Partial<Record<RegisterField, RegistrationProblem | null>>) =>
    Object.fromEntries(Object.entries(problems).flatMap(([field, one]) => (one ? [[field, say(one)]] : [])))
  return {
    defaultValues: blank,
    toBody: toRegisterBody,
    schema: async () => (await import('#lib/contract/accounts/calls.ts')).register.body,
    fieldOf: formFields,
    checkedWith: { password: ['confirmPassword'] } as const,
    check: (typed: Registration) =>
      sayAll({
        role: isRole(typed.role) ? null : 'roleMissing',
        password: typed.password === '' ? 'passwordMissing' : null,
        confirmPassword: problemOfConfirmation(typed),
      }),
    sentence: (field: RegisterField, issue: FieldIssue) => {
      const problem = problemOfIssue(field, issue)
      return problem ? say(problem) : undefined
    },
  }
}

function problemOfIssue(field: RegisterField, issue: FieldIssue): RegistrationProblem | null {
  const isEmpty = issue.code === 'too_small' && issue.minimum === 1
  if (field === 'name' && issue.code === 'too_small') return isEmpty ? 'nameMissing' : 'nameShort'
  if (field === 'displayName' && isEmpty) return 'displayNameMissing'
  if (field === 'email' && issue.code !== 'too_big') return isEmpty ? 'emailMissing' : 'emailWrong'
  if (field === 'password') return passwordProblems[issue.code] ?? null
  return null
}

const passwordProblems: Readonly<Record<string, RegistrationProblem>> = {
  too_small: 'passwordShort',
  too_big: 'passwordLong',
  custom: 'passwordWeak',
}

function problemOfConfirmation({ password, confirmPassword }: Registration): RegistrationProblem | null {
  if (confirmPassword === '') return 'confirmMissing'
  return password === confirmPassword ? null : 'passwordsDiffer'
}

type RegisterBody = z.input<typeof register.body>

function isRole(role: string): role is RegisterBody['role'] {
  return role === 'dancer' || role === 'copyright_owner'
}

/** Sends the first word of the display name as the first name, the rest as the last name. */
export function toRegisterBody(typed: Registration): RegisterBody {
  const [first_name = '', ...rest] = typed.displayName.trim().split(/\s+/)
  const { instagram, tiktok, youtube } = typed
  const links = Object.entries({ instagram, tiktok, youtube }).filter(([, link]) => link.trim() !== '')
  return {
    username: typed.name.trim(),
    email: typed.email.trim(),
    password: typed.password,
    password_confirm: typed.confirmPassword,
    first_name,
    last_name: rest.join(' '),
    role: isRole(typed.role) ? typed.role : 'dancer',
    phone_number: typed.phone.trim(),
    location: typed.location.trim(),
    social_links: Object.fromEntries(links),
  }
}

/** Maps a body field to the form field. */
export const formFields: Readonly<Record<string, RegisterField>> = {
  username: 'name',
  first_name: 'displayName',
  last_name: 'displayName',
  email: 'email',
  password: 'password',
  password_confirm: 'confirmPassword',
  phone_number: 'phone',
  role: 'role',
  location: 'location',
  'social_links.instagram': 'instagram',
  'social_links.tiktok': 'tiktok',
  'social_links.youtube': 'youtube',
}
