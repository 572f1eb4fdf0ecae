import { expect, test } from 'vitest'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  '123456',
  'password',
  'Password1!',
  'P@ssw0rd',
  'P@ssw0rd2026!',
  'Qwerty123!',
  'Dragon#1',
  'Iloveyou2!',
])('%s is among those that are tried first', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  'Kayole-dance-2026!',
  'a Long enough passphrase',
  'Another-1-entirely',
  'tembo Mvua kiti 4',
  'xK9#vQ',
])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test('the demo accounts keep the rule', () => {
  expect(demoAccounts.filter(({ password }) => isCommonPassword(password))).toEqual([])
})
