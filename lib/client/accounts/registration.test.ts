import { expect, test } from 'vitest'
import { sayField } from '#lib/client/messages/say-field.ts'
import { register } from '#lib/contract/accounts/calls.ts'
import {
  PASSWORD_MIN,
  PASSWORD_TOO_SHORT,
  PASSWORD_TOO_WEAK,
  PASSWORDS_DIFFER,
} from '#lib/contract/accounts/passwords.ts'
import messages from '#messages/en.json' with { type: 'json' }
import { findErrors, refusedFields } from '../forms/use-api-form.ts'
import { ApiError } from '../http/api.ts'
import {
  formFields,
  type Registration,
  registerFields,
  registrationRules,
  toRegisterBody,
} from './registration.ts'

const whole: Registration = {
  role: 'dancer',
  name: 'Amina W',
  displayName: 'Amina Wanjiru Odhiambo',
  email: 'Amina@Example.test ',
  phone: '0712 345 678',
  password: 'Kayole 7',
  confirmPassword: 'Kayole 7',
  location: 'Kayole',
  instagram: '@amina',
  tiktok: '',
  youtube: ' ',
}
const rules = registrationRules((problem) => problem)
const check = (change: Partial<Registration>) => findErrors(rules, { ...whole, ...change })

test('a whole registration is right, and so is one without phone, place and links', async () => {
  expect(await check({})).toEqual({})
  expect(await check({ phone: '', location: '', instagram: '' })).toEqual({})
})

test.each([
  ['role', 'roleMissing'],
  ['name', 'nameMissing'],
  ['displayName', 'displayNameMissing'],
  ['email', 'emailMissing'],
  ['password', 'passwordMissing'],
  ['confirmPassword', 'confirmMissing'],
] as const)('%s is required', async (field, problem) => {
  expect(await check({ [field]: '' })).toMatchObject({ [field]: problem })
})

test('blanks are nothing', async () => {
  expect(await check({ name: '  ', displayName: ' ', email: ' ' })).toEqual({
    name: 'nameMissing',
    displayName: 'displayNameMissing',
    email: 'emailMissing',
  })
})

test('a password has at least six characters and is entered twice alike', async () => {
  const short = 'x'.repeat(PASSWORD_MIN - 1)
  expect(await check({ password: short, confirmPassword: short })).toEqual({ password: 'passwordShort' })
  for (const weak of ['secret', '123456', 'password', 'SECRET1'])
    expect(await check({ password: weak, confirmPassword: weak })).toEqual({ password: 'passwordWeak' })
  expect(await check({ confirmPassword: 'Secret' })).toEqual({ confirmPassword: 'passwordsDiffer' })
})

test.each(['amina', 'amina@', '@example.test', 'a b@example.test', 'amina@example'])(
  '%j is no email',
  async (email) => expect(await check({ email })).toEqual({ email: 'emailWrong' }),
)

test('the documented sentences are said word for word, here and by the server', () => {
  const { passwordShort, passwordWeak, passwordsDiffer } = messages.Register.problems
  expect(passwordShort).toBe('Password must be at least 6 characters long.')
  expect(passwordsDiffer).toBe('Passwords do not match. Please try again.')
  expect(messages.ResetPassword.weak).toBe('Please choose a stronger password.')
  expect(passwordWeak).toBe(messages.ResetPassword.weak)
  expect([PASSWORD_TOO_SHORT, PASSWORDS_DIFFER, PASSWORD_TOO_WEAK].map((one) => sayField('en', one))).toEqual(
    [passwordShort, messages.ResetPassword.mismatch, messages.ResetPassword.weak],
  )
})

test('what is sent is what the call takes: the first word is the first name, the rest the last', () => {
  const body = toRegisterBody(whole)
  expect(register.body.parse(body)).toEqual({
    username: 'Amina W',
    email: 'amina@example.test',
    password: 'Kayole 7',
    password_confirm: 'Kayole 7',
    first_name: 'Amina',
    last_name: 'Wanjiru Odhiambo',
    role: 'dancer',
    phone_number: '254712345678',
    location: 'Kayole',
    social_links: { instagram: '@amina' },
  })
  expect(toRegisterBody({ ...whole, displayName: 'Amina' })).toMatchObject({
    first_name: 'Amina',
    last_name: '',
  })
})

test("the server's errors stand beside the fields that they are about", () => {
  const errors = {
    username: ['This username is taken. Please choose another one.'],
    first_name: ['First.'],
    last_name: ['Last.'],
    email: ['Taken.', 'Twice.'],
    password: ['Weak.'],
    password_confirm: ['Other.'],
    phone_number: ['No phone.'],
    'social_links.tiktok': ['No link.'],
    something_new: ['Unknown.'],
  }
  expect(refusedFields(registerFields, new ApiError(400, { errors, code: 'invalid' }), formFields)).toEqual({
    name: 'This username is taken. Please choose another one.',
    displayName: 'First.',
    email: 'Taken. Twice.',
    password: 'Weak.',
    confirmPassword: 'Other.',
    phone: 'No phone.',
    tiktok: 'No link.',
  })
})
