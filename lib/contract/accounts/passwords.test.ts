import { expect, test } from 'vitest'
import { codedSentence } from '#messages/server/catalogue.ts'
import { passwordResetConfirm } from './calls.ts'
import { PASSWORD_MAX, passwordPoints, passwordScore, passwordStrength, STRENGTH_MIN } from './passwords.ts'

test('each of the five points counts once', () => {
  expect(passwordScore('')).toBe(0)
  expect(passwordScore('abc')).toBe(1)
  expect(passwordScore('abcdefgh')).toBe(2)
  expect(passwordScore('Abcdefgh')).toBe(3)
  expect(passwordScore('Abcdefg1')).toBe(4)
  expect(passwordScore('Abcdef1!')).toBe(5)
  expect(passwordPoints('A1!').map(({ point, met }) => (met ? point : ''))).toEqual([
    '',
    'uppercase',
    '',
    'digit',
    'special',
  ])
})

test('letters of any language are letters, and a space is nothing special', () => {
  expect(passwordScore('ñ')).toBe(1)
  expect(passwordScore('a b')).toBe(1)
})

test('a letter with a mark has its points in either Unicode form', () => {
  for (const form of ['NFC', 'NFD'] as const) expect(passwordScore('Ñandú'.normalize(form))).toBe(2)
})

test('labels change at 2 and at 4, and a reset asks for 3', () => {
  expect([0, 1, 2, 3, 4, 5].map(passwordStrength)).toEqual([
    'weak',
    'weak',
    'medium',
    'medium',
    'strong',
    'strong',
  ])
  expect(STRENGTH_MIN).toBe(3)
})

test('a text that is too long for a password is told so, and not brought into a form that is short', () => {
  const wide = `Kayole-dance-${'e\u0301'.repeat(60)}`
  expect(wide.normalize('NFC').length).toBeLessThan(PASSWORD_MAX)
  const { error } = passwordResetConfirm.body.safeParse({ token: 'token', password: wide })
  expect(error?.issues).toMatchObject([
    { path: ['password'], message: codedSentence('field.too_long', { max: 128 }) },
  ])
})
