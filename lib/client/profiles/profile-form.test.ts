import fc from 'fast-check'
import { expect, test } from 'vitest'
import { updateProfile } from '#lib/contract/profiles/calls.ts'
import {
  type ProfileForm,
  profileChangeOf,
  profileFieldNamed,
  profileFields,
  profileProblems,
} from './profile-form.ts'

const form: ProfileForm = {
  display_name: 'Amina',
  bio: '',
  location: 'Kayole',
  instagram: '@amina',
  tiktok: '',
  youtube: 'https://www.youtube.com/@amina',
}

test('a form that is right has no problems, and is sent trimmed', () => {
  expect(profileProblems(form)).toEqual({})
  expect(profileChangeOf({ ...form, display_name: ' Amina ', tiktok: ' @a ' })).toMatchObject({
    display_name: 'Amina',
    social_links: { tiktok: '@a' },
  })
})

test.each([
  ['display_name', ' ', 'displayNameMissing'],
  ['display_name', 'A', 'displayNameShort'],
  ['bio', 'x'.repeat(501), 'tooLong'],
  ['tiktok', 'https://evil.example/tiktok', 'social'],
] as const)('%s: %s is %s', (field, value, problem) => {
  expect(profileProblems({ ...form, [field]: value })).toEqual({ [field]: problem })
})

test('the browser takes exactly what the contract takes', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 520 }),
    fc.constantFrom(' ', 'A', '@amina', 'https://tiktok.com/@a', 'https://evil.example', 'x'.repeat(101)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...profileFields), value, (field, typed) => {
      const filled = { ...form, [field]: typed }
      const isTaken = updateProfile.body.safeParse(profileChangeOf(filled)).success
      expect(Object.keys(profileProblems(filled)).length === 0).toBe(isTaken)
    }),
  )
})

test('a refusal of a social link is shown beside that link', () => {
  expect(profileFieldNamed('social_links.tiktok')).toBe('tiktok')
  expect(profileFieldNamed('bio')).toBe('bio')
  expect(profileFieldNamed('full_name')).toBeNull()
})
