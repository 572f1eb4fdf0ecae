import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const secret = (mark: string) => mark.repeat(32)
const production = {
  NGOMA_ENV: 'production',
  AUTH_SECRET: secret('a'),
  KYC_KEY: secret('k'),
  BACKUP_KEY: secret('b'),
  MPESA_CALLBACK_SECRET: secret('c'),
  MAIL_FROM: 'Ngoma <desk@ngoma.test>',
  MPESA_SIMULATOR: 'false',
  MPESA_CERTIFICATE: 'a certificate',
}

test('staff sign in with a second factor in production, and elsewhere where it is asked for', () => {
  expect(readEnv({}).STAFF_SECOND_FACTOR).toBe(false)
  expect(readEnv({ STAFF_SECOND_FACTOR: 'true' }).STAFF_SECOND_FACTOR).toBe(true)
  expect(readEnv(production).STAFF_SECOND_FACTOR).toBe(true)
  expect(readEnv({ ...production, STAFF_SECOND_FACTOR: 'false' }).STAFF_SECOND_FACTOR).toBe(false)
  expect(() => readEnv({ STAFF_SECOND_FACTOR: 'maybe' })).toThrow('STAFF_SECOND_FACTOR')
})

test.each(['AUTH_SECRET', 'KYC_KEY', 'BACKUP_KEY', 'MPESA_CALLBACK_SECRET', 'MAIL_FROM'])(
  'production refuses the demo value of %s',
  (name) => {
    expect(() => readEnv({ ...production, [name]: '' })).toThrow(name)
  },
)
