// docs/operations/deploy.md, Production's rules.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { demoMerchant } from '#simulator/settings.ts'
import { productionEnvironment, secretFor } from '#tests/support/production-environment.ts'
import { readEnv } from '../env.ts'
import { demoKey } from './known-values.ts'
import { needed, needsOf } from './needs.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../..', file), 'utf8')

/** Returns the lines with which the good environment plus these changes is refused. */
function refusal(changes: Record<string, string>): string[] {
  try {
    readEnv({ ...productionEnvironment, ...changes })
    return []
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const [first, ...lines] = error.message.split('\n')
    expect(first).toBe('The environment is not usable.')
    // A log must not contain a secret.
    for (const value of Object.values(changes))
      if (value.length > 7) expect(error.message).not.toContain(value)
    return lines.map((line) => line.trim())
  }
}

function expectRefused(changes: Record<string, string>, name: string, problem: string): void {
  expect(refusal(changes)).toEqual([expect.stringMatching(new RegExp(`^${name}: .*${problem}`))])
}

const at = (user: string, password: string) => `postgresql://${user}:${password}@db.ngoma.test/ngoma`

const places: Record<string, (secret: string) => string> = {
  AUTH_SECRET: (secret) => secret,
  KYC_KEY: (secret) => secret,
  KYC_FORMER_KEYS: (secret) => `${secretFor('former')},${secret}`,
  BACKUP_KEY: (secret) => secret,
  BACKUP_FORMER_KEYS: (secret) => secret,
  METRICS_TOKEN: (secret) => secret,
  MPESA_CALLBACK_SECRET: (secret) => secret,
  MPESA_CALLBACK_FORMER_SECRETS: (secret) => `${secretFor('former')},${secret}`,
  S3_SECRET_ACCESS_KEY: (secret) => secret,
  DATABASE_URL: (secret) => at('app', encodeURIComponent(secret)),
  BACKUP_DATABASE_URL: (secret) => at('owner', encodeURIComponent(secret)),
  REDIS_URL: (secret) => `redis://:${encodeURIComponent(secret)}@cache.ngoma.test`,
  REDIS_SENTINEL_PASSWORD: (secret) => secret,
  SMTP_URL: (secret) => `smtps://ngoma:${encodeURIComponent(secret)}@mail.ngoma.test`,
  MPESA_CONSUMER_KEY: (secret) => secret,
  MPESA_CONSUMER_SECRET: (secret) => secret,
  MPESA_PASSKEY: (secret) => secret,
  MPESA_INITIATOR_PASSWORD: (secret) => secret,
}
const names = Object.keys(places)
const put = (name: string, secret: string) => ({ [name]: places[name]?.(secret) ?? '' })

const leastOf: Record<string, number> = {
  S3_SECRET_ACCESS_KEY: 24,
  DATABASE_URL: 16,
  BACKUP_DATABASE_URL: 16,
  REDIS_URL: 16,
  REDIS_SENTINEL_PASSWORD: 16,
  SMTP_URL: 8,
  MPESA_CONSUMER_KEY: 16,
  MPESA_CONSUMER_SECRET: 16,
  MPESA_INITIATOR_PASSWORD: 8,
}

test('a good environment is taken', () => {
  expect(readEnv(productionEnvironment)).toMatchObject({ NODE_ENV: 'production', STAFF_SECOND_FACTOR: true })
  expect(readEnv({ ...productionEnvironment, NODE_ENV: 'production' }).NODE_ENV).toBe('production')
})

describe('secrets', () => {
  test('the examples of this repository are known, wherever they stand', () => {
    const secretName = /SECRET|PASSWORD|PASSKEY|_KEY|KEY_ID|TOKEN/i
    const shown = [...read('.env.example').matchAll(/^# ([A-Z0-9_]+)=(.+)$/gm)]
    const composed = [...read('docker-compose.yml').matchAll(/^ +([A-Z0-9_]+): (?!\$)(.+)$/gm)]
    const generated = [
      ...read('deploy/kubernetes/demo/kustomization.yaml').matchAll(/^ +- ([A-Za-z0-9_]+)=(.+)$/gm),
    ]
    expect(generated.length).toBeGreaterThan(15)
    const found = [...shown, ...composed, ...generated].flatMap(([, name = '', value = '']) => {
      if (/_URL$|^uri$/.test(name) && URL.canParse(value)) return new URL(value).password || []
      return secretName.test(name) ? value : []
    })
    const stored: string[] = JSON.parse(read('deploy/s3.json')).identities.flatMap(
      (one: { credentials: { accessKey: string; secretKey: string }[] }) =>
        one.credentials.flatMap(({ accessKey, secretKey }) => [accessKey, secretKey]),
    )
    const { consumerKey, consumerSecret, passkey, initiatorPassword } = demoMerchant
    const all = new Set([...found, ...stored, consumerKey, consumerSecret, passkey, initiatorPassword])
    expect(all.size).toBeGreaterThan(13)
    for (const value of all)
      expectRefused(put('MPESA_INITIATOR_PASSWORD', value), 'MPESA_INITIATOR_PASSWORD', 'can be read')
  })

  test.each(names)('%s is none that everybody can read', (name) => {
    const sandboxPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919'
    for (const value of [demoKey, `${demoKey}-2`, sandboxPasskey, sandboxPasskey.toUpperCase()])
      expectRefused(put(name, value), name, 'can be read in public')
  })

  test.each(['S3RVER', 'ngoma'])('the store’s key is not the demo’s %s', (id) => {
    expectRefused({ S3_ACCESS_KEY_ID: id }, 'S3_ACCESS_KEY_ID', 'can be read in public')
  })

  test.each(names)('%s is long enough, and the line says how long that is', (name) => {
    const least = leastOf[name] ?? 32
    const secret = secretFor('a length')
    expect(refusal(put(name, secret.slice(0, least)))).toEqual([])
    const lines = refusal(put(name, secret.slice(0, least - 1)))
    expect(lines).toEqual([expect.stringMatching(`^${name}: .*fewer than ${least} characters`)])
  })

  test.each(names)('%s is no pattern', (name) => {
    expectRefused(put(name, 'k'.repeat(64)), name, 'follows a pattern')
    if ((leastOf[name] ?? 32) < 16) return
    for (const easy of [
      '0123456789abcdef'.repeat(3),
      'abcdefghijklmnopqrstuvwxyzABCDEFGH',
      'pass-word;'.repeat(5),
    ])
      expectRefused(put(name, easy), name, 'follows a pattern')
  })

  const pairs = names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, other] as const))
  test.each(pairs.filter((pair) => !pair.every((name) => name.includes('_FORMER_'))))(
    '%s and %s are two',
    (one, other) => {
      const secret = secretFor('both')
      const lines = refusal({ ...put(one, secret), ...put(other, secret) })
      expect(lines).toEqual([expect.stringMatching('the same secret stands in all of these')])
      expect(lines[0]?.split(': ')[0]?.split(', ').sort()).toEqual([one, other].sort())
    },
  )

  test('three of the same are one line, and a secret is not its own name', () => {
    const same = secretFor('all')
    expectRefused(
      { AUTH_SECRET: same, KYC_KEY: same, BACKUP_KEY: same },
      'AUTH_SECRET, KYC_KEY, BACKUP_KEY',
      'the same secret',
    )
    expectRefused(
      { S3_ACCESS_KEY_ID: same, S3_SECRET_ACCESS_KEY: same },
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
      'the same secret',
    )
  })

  test('a replaced key may have been that of several, but none is still in use', () => {
    const once = secretFor('once for all')
    expect(refusal({ KYC_FORMER_KEYS: once, BACKUP_FORMER_KEYS: once })).toEqual([])
    expectRefused(
      { KYC_FORMER_KEYS: productionEnvironment.KYC_KEY ?? '' },
      'KYC_KEY, KYC_FORMER_KEYS',
      'the same secret',
    )
  })

  test('one login may have two addresses, and one without a password has none to check', () => {
    const direct = productionEnvironment.DATABASE_URL?.replace('db.', 'direct.') ?? ''
    expect(refusal({ BACKUP_DATABASE_URL: direct })).toEqual([])
    expect(refusal({ BACKUP_DATABASE_URL: '' })).toEqual([])
    expect(refusal({ DATABASE_URL: 'postgresql:///ngoma?host=/var/run/postgresql' })).toEqual([])
    expect(refusal({ REDIS_URL: 'redis://127.0.0.1:6379', SMTP_URL: 'smtp://127.0.0.1' })).toEqual([])
    expectRefused(
      { DATABASE_URL: 'postgresql://db.ngoma.test/ngoma?password=ngoma' },
      'DATABASE_URL',
      'can be read',
    )
  })
})

describe('what has no default', () => {
  const optional = [
    'NGOMA_ENV',
    'METRICS_TOKEN',
    'BACKUP_DATABASE_URL',
    'S3_PUBLIC_ENDPOINT',
    'MPESA_SIMULATOR',
  ]
  test.each(Object.keys(productionEnvironment).filter((name) => !optional.includes(name)))('%s', (name) => {
    expectRefused({ [name]: '' }, name, 'is not set: put in')
  })

  test('a token for metrics is left out where only this machine reads them', () => {
    expect(refusal({ METRICS_TOKEN: '' })).toEqual([])
  })
})

describe('a process that says which it is', () => {
  const needs = { ...productionEnvironment, NGOMA_PROCESS: 'realtime', MPESA_SIMULATOR: 'false' }
  const without = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(needs).filter(([name]) => !names.includes(name)))
  const foreign = Object.keys(needed).filter((name) => !needsOf('realtime').some((own) => own === name))

  test('starts with what it needs, and cannot read what it was not given', () => {
    const env = readEnv({ ...without(foreign), S3_PUBLIC_ENDPOINT: '' })
    expect(env).toMatchObject({ NGOMA_PROCESS: 'realtime', AUTH_SECRET: productionEnvironment.AUTH_SECRET })
    // The demo's key must never sign or encrypt.
    for (const name of ['KYC_KEY', 'BACKUP_KEY', 'MPESA_PASSKEY', 'S3_SECRET_ACCESS_KEY'] as const)
      expect(() => env[name]).toThrow(`${name} is read by a process that was not given it`)
    expect(JSON.stringify({ ...env })).not.toContain(demoKey)
  })

  test.each(needsOf('realtime'))('realtime does not start without %s', (name) => {
    expectRefused({ NGOMA_PROCESS: 'realtime', [name]: '' }, name, 'is not set: put in')
  })

  test('refuses what it is given wrongly, whether it needs it or not', () => {
    expectRefused({ NGOMA_PROCESS: 'realtime', KYC_KEY: demoKey }, 'KYC_KEY', 'can be read in public')
    expectRefused(
      { NGOMA_PROCESS: 'migrate', AUTH_SECRET: 'k'.repeat(64) },
      'AUTH_SECRET',
      'follows a pattern',
    )
    expectRefused({ NGOMA_PROCESS: 'web', SMTP_URL: 'smtp://mail:1025' }, 'SMTP_URL', 'mail page')
    expectRefused({ NGOMA_PROCESS: 'proxy' }, 'NGOMA_PROCESS', '')
  })
})

describe('addresses', () => {
  test.each(['PUBLIC_URL', 'S3_PUBLIC_ENDPOINT', 'MPESA_CALLBACK_BASE_URL', 'REALTIME_ORIGINS'])(
    '%s is https, of a public host',
    (name) => {
      expect(refusal({ [name]: 'https://other.ngoma.test' })).toEqual([])
      expect(refusal({ [name]: 'https://41.90.0.1' })).toEqual([])
      expectRefused({ [name]: 'http://ngoma.test' }, name, 'is not https')
      for (const host of ['localhost', '127.0.0.1', '10.1.2.3', '[::1]', '[fd00::1]', '[::ffff:127.0.0.1]'])
        expectRefused({ [name]: `https://${host}:3000` }, name, 'of this machine or of a private network')
    },
  )

  test('without an address of its own for browsers, the store has a public one', () => {
    const alone = { S3_PUBLIC_ENDPOINT: '' }
    expect(refusal({ ...alone, S3_ENDPOINT: 'https://s3.ngoma.test' })).toEqual([])
    expectRefused(alone, 'S3_PUBLIC_ENDPOINT', 'is not set, and S3_ENDPOINT')
  })

  test('M-Pesa is Safaricom’s own', () => {
    for (const base of [
      'http://127.0.0.1:3002',
      'https://api.safaricom.co.ke.test',
      'http://api.safaricom.co.ke',
    ])
      expectRefused({ MPESA_BASE_URL: base }, 'MPESA_BASE_URL', 'is not Safaricom’s')
    expectRefused({ MPESA_BASE_URL: 'https://sandbox.safaricom.co.ke' }, 'MPESA_BASE_URL', 'sandbox')
  })

  test.each(['DATABASE_URL', 'BACKUP_DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT', 'SMTP_URL'])(
    '%s can be read, and is not quoted where it can not',
    (name) => {
      for (const wrong of [
        'db.ngoma.test',
        'file:///etc/secret',
        'redis://user:secret@a b',
        'user:secret@db:5432',
      ])
        expectRefused({ [name]: wrong }, name, 'is no address')
    },
  )

  test.each(['smtp://127.0.0.1:3005', 'smtp://mail:1025'])('mails are not sent to the page at %s', (page) => {
    expectRefused({ SMTP_URL: page }, 'SMTP_URL', 'mail page')
  })
})

describe('web push', () => {
  const pair = newPair()
  const subject = { VAPID_SUBJECT: 'mailto:desk@ngoma.test' }

  test('is off without its variables, and on with all three', () => {
    expect(refusal({ ...pair, ...subject })).toEqual([])
    const { VAPID_PRIVATE_KEY: _, ...known } = pair
    expect(refusal({ NGOMA_PROCESS: 'web', ...known, ...subject })).toEqual([])
    expectRefused(
      { NGOMA_PROCESS: 'worker', ...known, ...subject },
      'VAPID_PRIVATE_KEY',
      'is not set, though',
    )
    expectRefused({ NGOMA_PROCESS: 'web', ...known }, 'VAPID_SUBJECT', 'is not set, though')
    expectRefused({ NGOMA_PROCESS: 'web', ...subject }, 'VAPID_PUBLIC_KEY', 'is not set, though')
  })

  test('has keys that belong together, and calls push services alone', () => {
    const { VAPID_PRIVATE_KEY } = newPair()
    expectRefused({ ...pair, VAPID_PRIVATE_KEY, ...subject }, 'VAPID_PRIVATE_KEY', 'is not the one of')
    expectRefused({ ...pair, VAPID_PUBLIC_KEY: 'short', ...subject }, 'VAPID_PUBLIC_KEY', 'is no public key')
    expectRefused({ ...pair, VAPID_SUBJECT: 'desk' }, 'VAPID_SUBJECT', 'is neither mailto:')
    for (const host of ['127.0.0.1', 'localhost', '*', '10.0.0.1:8080', 'store.localhost'])
      expectRefused({ PUSH_SERVICES: `fcm.googleapis.com,${host}` }, 'PUSH_SERVICES', 'is no host')
  })
})

function newPair() {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
}

describe('sources of callbacks', () => {
  const refused = (sources: string, problem: string) =>
    expectRefused({ MPESA_CALLBACK_SOURCES: sources }, 'MPESA_CALLBACK_SOURCES', problem)

  test('are named', () => {
    refused(' , ', 'names nobody')
    refused('196.201.214.200,safaricom', 'entry 2 is neither')
    for (const wrong of ['196.201.214.0/33', '196.201.214.0/', '196.201.214.0/24/8', '2c0f:fe38::/129'])
      refused(wrong, 'is neither an address nor a network')
  })

  test('of USSD are named or left out', () => {
    const refusedGateway = (sources: string, problem: string) =>
      expectRefused({ USSD_SOURCES: sources }, 'USSD_SOURCES', problem)
    refusedGateway('52.48.80.0/24,gateway', 'entry 2 is neither')
    refusedGateway('52.0.0.0/8', 'is wider than /16')
    refusedGateway('10.77.0.10', 'is of this machine or of a private network')
    expectRefused({ USSD_TOKEN: 'short' }, 'USSD_TOKEN', 'is not 32 to 128')
  })

  test.each([
    '127.0.0.1',
    '127.8.0.0/16',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.0/112',
    '::ffff:0:0/96',
    '10.77.0.10',
    '172.20.0.0/16',
    '192.168.1.0/24',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    'fd12:3456::1',
    'fe80::/64',
  ])('are not %s', (inner) => {
    refused(`196.201.214.200,${inner}`, 'entry 2 is of this machine or of a private network')
  })

  test.each(['0.0.0.0/0', '196.0.0.0/8', '::/0', '2c0f::/16'])('are not as many as %s', (wide) => {
    refused(wide, 'wider than')
  })
})

describe('nothing of demo, tests or the simulated month', () => {
  test.each([
    ['MPESA_SIMULATOR', 'true'],
    ['MPESA_SIMULATOR', ''],
    ['MPESA_SHORTCODE', '600999'],
    ['MPESA_SHORTCODE', '174379'],
    ['MAIL_FROM', 'Ngoma <hello@ngoma.example>'],
    ['CLOCK_FILE', '/tmp/clock'],
    ['ARGON2_KIB', '19455'],
    ['NODE_ENV', 'test'],
    ['NODE_ENV', 'development'],
    ['YOUTUBE_URL', 'http://127.0.0.1:4000'],
    ['YOUTUBE_API_URL', 'http://127.0.0.1:4000'],
    ['YOUTUBE_PICTURES_URL', 'http://127.0.0.1:4000'],
  ])('%s=%s', (name, value) => {
    expectRefused({ [name]: value }, name, '')
  })
})

test('all faults are told at once, those of the form too', () => {
  const lines = refusal({
    PUBLIC_URL: 'ngoma',
    AUTH_SECRET: 'short',
    KYC_KEY: demoKey,
    WEB_PORT: 'three',
    MPESA_BASE_URL: 'http://127.0.0.1:3002',
    CLOCK_FILE: '/tmp/clock',
  })
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(
    ['PUBLIC_URL', 'AUTH_SECRET', 'KYC_KEY', 'WEB_PORT', 'MPESA_BASE_URL', 'CLOCK_FILE'].sort(),
  )
})

test('other environments keep their defaults', () => {
  expect(readEnv({}).AUTH_SECRET).toBe(demoKey)
  expect(() => readEnv({ AUTH_SECRET: 'short' })).toThrow('AUTH_SECRET: has fewer than 32 characters')
})
