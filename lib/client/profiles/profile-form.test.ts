import fc from 'fast-check'
import { expect, test } from 'vitest'
import { updateProfile } from '#lib/contract/profiles/calls.ts'
import { findErrors, refusedFields } from '../forms/use-api-form.ts'
import { ApiError } from '../http/api.ts'
import {
  type ProfileForm,
  profileChangeOf,
  profileFieldOf,
  profileFields,
  profileRules,
} from './profile-form.ts'

const form: ProfileForm = {
  display_name: 'Amina',
  bio: '',
  location: 'Kayole',
  county: 'Nairobi',
  instagram: '@amina',
  tiktok: '',
  youtube: 'https://www.youtube.com/@amina',
}
const rules = { ...profileRules((problem) => problem), defaultValues: form }
const check = (change: Partial<ProfileForm>) => findErrors(rules, { ...form, ...change })

test('a form that is right has no problems, and is sent trimmed', async () => {
  expect(await check({})).toEqual({})
  expect(profileChangeOf({ ...form, display_name: ' Amina ', tiktok: ' @a ' })).toMatchObject({
    display_name: 'Amina',
    social_links: { tiktok: '@a' },
  })
})

test.each([
  ['display_name', ' ', 'displayNameMissing'],
  ['display_name', 'A', 'displayNameShort'],
  ['display_name', 'x'.repeat(61), 'tooLong'],
  ['bio', 'x'.repeat(501), 'tooLong'],
  ['location', 'x'.repeat(101), 'tooLong'],
  ['tiktok', 'https://evil.example/tiktok', 'social'],
  ['youtube', `https://youtu.be/${'x'.repeat(200)}`, 'tooLong'],
] as const)('%s: %s is %s', async (field, value, problem) => {
  expect(await check({ [field]: value })).toEqual({ [field]: problem })
})

test('the browser takes exactly what the contract takes', async () => {
  const value = fc.oneof(
    fc.string({ maxLength: 520 }),
    fc.constantFrom(' ', 'A', '@amina', 'https://tiktok.com/@a', 'https://evil.example', 'x'.repeat(101)),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...profileFields), value, async (field, typed) => {
      const filled = { ...form, [field]: typed }
      const isTaken = updateProfile.body.safeParse(profileChangeOf(filled)).success
      expect(Object.keys(await check(filled)).length === 0).toBe(isTaken)
    }),
  )
})

test('a refusal of a social link is shown beside that link', () => {
  const errors = { 'social_links.tiktok': ['No link.'], bio: ['Too long.'], full_name: ['Unknown here.'] }
  expect(refusedFields(profileFields, new ApiError(400, { errors }), profileFieldOf)).toEqual({
    tiktok: 'No link.',
    bio: 'Too long.',
  })
})
