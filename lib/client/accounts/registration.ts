import type { z } from 'zod'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import type { register } from '#lib/contract/accounts/calls.ts'
import { PASSWORD_MAX, PASSWORD_MIN, passwordScore, STRENGTH_MIN } from '#lib/contract/accounts/passwords.ts'

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

/** The fields that are folded away until somebody opens them. */
export const optionalFields: readonly RegisterField[] = ['location', 'instagram', 'tiktok', 'youtube']

export type Registration = Record<RegisterField, string>

/** Keys of the catalogue's Register.problems. */
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

/** What is wrong with a registration before it is sent. */
export function checkRegistration(typed: Registration): Partial<Record<RegisterField, RegistrationProblem>> {
  const found: Partial<Record<RegisterField, RegistrationProblem | null>> = {
    role: isRole(typed.role) ? null : 'roleMissing',
    name: typed.name.trim() === '' ? 'nameMissing' : typed.name.trim().length < 2 ? 'nameShort' : null,
    displayName: typed.displayName.trim() === '' ? 'displayNameMissing' : null,
    email: problemOfEmail(typed.email),
    password: problemOfPassword(typed.password),
    confirmPassword: problemOfConfirmation(typed),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}

/** Checks loosely: the server decides, and the mail shows whether the address exists. */
export function problemOfEmail(typed: string): 'emailMissing' | 'emailWrong' | null {
  const email = typed.trim()
  if (email === '') return 'emailMissing'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : 'emailWrong'
}

/** The server also knows which passwords are common. */
function problemOfPassword(password: string) {
  if (password === '') return 'passwordMissing'
  if (password.length < PASSWORD_MIN) return 'passwordShort'
  if (password.length > PASSWORD_MAX) return 'passwordLong'
  return passwordScore(password) < STRENGTH_MIN ? 'passwordWeak' : null
}

function problemOfConfirmation({ password, confirmPassword }: Registration) {
  if (password === confirmPassword) return confirmPassword === '' ? 'confirmMissing' : null
  return confirmPassword === '' ? 'confirmMissing' : 'passwordsDiffer'
}

type RegisterBody = z.input<typeof register.body>

function isRole(role: string): role is RegisterBody['role'] {
  return role === 'dancer' || role === 'copyright_owner'
}

/** A checked registration as the call takes it. */
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

/** Which field of the form a field of the call belongs to. */
const formFields: Record<string, RegisterField> = {
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

/** The server's sentences beside the fields of the form that they are about. */
export function registrationErrors(data: unknown): Partial<Record<RegisterField, string>> {
  const errors: Partial<Record<RegisterField, string>> = {}
  for (const [name, sentence] of Object.entries(fieldErrors(data))) {
    const field = formFields[name]
    if (field) errors[field] ??= sentence
  }
  return errors
}
