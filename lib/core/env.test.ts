import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { productionEnvironment as production } from '#tests/support/production-environment.ts'
import { readEnv } from './env.ts'

test('staff sign in with a second factor in production, and elsewhere where it is asked for', () => {
  expect(readEnv({}).STAFF_SECOND_FACTOR).toBe(false)
  expect(readEnv({ STAFF_SECOND_FACTOR: 'true' }).STAFF_SECOND_FACTOR).toBe(true)
  expect(readEnv(production).STAFF_SECOND_FACTOR).toBe(true)
  expect(readEnv({ ...production, STAFF_SECOND_FACTOR: 'false' }).STAFF_SECOND_FACTOR).toBe(false)
  expect(() => readEnv({ STAFF_SECOND_FACTOR: 'maybe' })).toThrow('STAFF_SECOND_FACTOR')
})

test('each line of .env.example is read as it stands, once its # is taken away', () => {
  const lines = readFileSync(path.join(import.meta.dirname, '../../.env.example'), 'utf8').split('\n')
  const settings = lines.flatMap((line) => /^# ([A-Z][A-Z0-9_]*=.+)$/.exec(line)?.[1] ?? [])
  expect(settings.length).toBeGreaterThan(60)
  for (const setting of settings) expect(() => readEnv(parseEnv(setting)), setting).not.toThrow()
})

test.each(['AUTH_SECRET', 'KYC_KEY', 'BACKUP_KEY', 'MPESA_CALLBACK_SECRET', 'MAIL_FROM'])(
  'production refuses the demo value of %s',
  (name) => {
    expect(() => readEnv({ ...production, [name]: '' })).toThrow(name)
  },
)

test('addresses that paths are put behind have no slash at their end', () => {
  const read = readEnv({
    ...production,
    PUBLIC_URL: 'https://ngoma.test/',
    MPESA_CALLBACK_BASE_URL: 'https://mpesa.ngoma.test//',
    MPESA_BASE_URL: 'https://api.safaricom.co.ke/',
    REALTIME_URL: 'http://realtime:3001/',
    REALTIME_ORIGINS: 'https://app.ngoma.test/, https://two.ngoma.test',
  })
  expect(read).toMatchObject({
    PUBLIC_URL: 'https://ngoma.test',
    MPESA_CALLBACK_BASE_URL: 'https://mpesa.ngoma.test',
    MPESA_BASE_URL: 'https://api.safaricom.co.ke',
    REALTIME_URL: 'http://realtime:3001',
    REALTIME_ORIGINS: ['https://app.ngoma.test', 'https://two.ngoma.test'],
  })
  expect(readEnv({ MPESA_CALLBACK_BASE_URL: '' }).MPESA_CALLBACK_BASE_URL).toBeUndefined()
})

test('the nominated number is one of Safaricom’s form, or left out', () => {
  expect(readEnv({ MPESA_NOMINATED_NUMBER: '254722000000' }).MPESA_NOMINATED_NUMBER).toBe('254722000000')
  expect(readEnv({ MPESA_NOMINATED_NUMBER: '' }).MPESA_NOMINATED_NUMBER).toBeUndefined()
  expect(() => readEnv({ MPESA_NOMINATED_NUMBER: '0722000000' })).toThrow(/MPESA_NOMINATED_NUMBER/)
})

test('a call to M-Pesa is over before a worker that is told to end is killed', () => {
  expect(readEnv({ MPESA_TIMEOUT_MS: '16000' }).MPESA_TIMEOUT_MS).toBe(16_000)
  expect(() => readEnv({ MPESA_TIMEOUT_MS: '16001' })).toThrow(/MPESA_TIMEOUT_MS: is more than 16000/)
})

describe('Redis behind Sentinel', () => {
  const behind = (sentinels: string, url = 'redis://:secret@ngoma') =>
    readEnv({ REDIS_SENTINELS: sentinels, REDIS_URL: url })

  test('sentinels are host:port, the port being 26379 where it is left out', () => {
    expect(behind('one.internal:5000, 10.0.0.2,[fd00::3]:26380').REDIS_SENTINELS).toEqual([
      { host: 'one.internal', port: 5000 },
      { host: '10.0.0.2', port: 26379 },
      { host: 'fd00::3', port: 26380 },
    ])
    expect(readEnv({ REDIS_SENTINELS: '' }).REDIS_SENTINELS).toEqual([])
  })

  test.each(['one:', 'one:0', 'one:70000', 'redis://one:26379', 'a b', 'user:secret@one:26379', 'fd00::3'])(
    'an entry that is %s is refused and not quoted',
    (wrong) => {
      expect(() => behind(`one,${wrong}`)).toThrow(
        /^The environment is not usable\.\n {2}REDIS_SENTINELS: entry 2 is not host:port\.$/,
      )
    },
  )

  test('REDIS_URL then names what they watch, and no address', () => {
    const problem = 'REDIS_URL: is an address, where with REDIS_SENTINELS it names what they watch'
    expect(() => behind('one', 'redis://:secret@10.0.0.1:6379')).toThrow(problem)
    expect(() => readEnv({ REDIS_SENTINELS: 'one' })).toThrow(problem)
    expect(behind('one', 'rediss://user:secret@ngoma/3').REDIS_URL).toBe('rediss://user:secret@ngoma/3')
  })
})
