import { expect, test } from 'vitest'
import { productionEnvironment as production } from '#tests/support/production-environment.ts'
import { readEnv } from './env.ts'

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
