import type { Env, ProcessName } from '../env-variables.ts'

/** Variables whose default is part of the demo, and what to put in. */
export const needed = {
  PUBLIC_URL: 'the https:// address where browsers reach the product',
  AUTH_SECRET: 'a secret of its own; openssl rand -hex 32 prints one',
  KYC_KEY: 'a key of its own; openssl rand -hex 32 prints one',
  BACKUP_KEY: 'a key of its own; openssl rand -hex 32 prints one',
  DATABASE_URL: 'the address of PostgreSQL',
  REDIS_URL: 'the address of Redis',
  S3_ENDPOINT: 'the address of the object store',
  S3_ACCESS_KEY_ID: 'a key that you made in the store',
  S3_SECRET_ACCESS_KEY: 'the secret of that key',
  SMTP_URL: 'the address of a mail server',
  MAIL_FROM: 'an address that the mail server sends for',
  MPESA_BASE_URL: 'https://api.safaricom.co.ke',
  MPESA_CONSUMER_KEY: 'what Safaricom gives',
  MPESA_CONSUMER_SECRET: 'what Safaricom gives',
  MPESA_SHORTCODE: 'your Paybill or till',
  MPESA_PASSKEY: 'what Safaricom gives',
  MPESA_CALLBACK_SECRET: 'a secret of its own; openssl rand -hex 32 prints one',
  MPESA_CALLBACK_SOURCES: 'the public addresses that Safaricom calls from',
  MPESA_INITIATOR_NAME: 'the initiator of payouts',
  MPESA_INITIATOR_PASSWORD: 'the initiator’s password',
  MPESA_CERTIFICATE: 'Safaricom’s certificate for initiators',
} as const satisfies Partial<Record<keyof Env, string>>

export type NeededName = keyof typeof needed

const everything = keysOf(needed)

/** Used only by workers. */
const notOfWeb: readonly NeededName[] = [
  'BACKUP_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'MPESA_BASE_URL',
  'MPESA_CONSUMER_KEY',
  'MPESA_CONSUMER_SECRET',
  'MPESA_PASSKEY',
  'MPESA_INITIATOR_NAME',
  'MPESA_INITIATOR_PASSWORD',
  'MPESA_CERTIFICATE',
]

/** tests/architecture/process-needs.test.ts compares these with each process's imports. */
const needsOfProcess: Readonly<Record<ProcessName, readonly NeededName[]>> = {
  worker: everything,
  web: everything.filter((name) => !notOfWeb.includes(name)),
  realtime: ['PUBLIC_URL', 'AUTH_SECRET', 'DATABASE_URL', 'REDIS_URL', 'MPESA_SHORTCODE'],
  migrate: ['PUBLIC_URL', 'DATABASE_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
}

export function needsOf(process: ProcessName | undefined): readonly NeededName[] {
  return process === undefined ? everything : needsOfProcess[process]
}

/** Reading a missing variable throws: the demo's default would sign and encrypt with a public key. */
export function withoutMissing<E extends Env>(env: E, isGiven: (name: NeededName) => boolean): E {
  const own = { ...env }
  for (const name of everything.filter((one) => !isGiven(one)))
    Object.defineProperty(own, name, {
      enumerable: false,
      get() {
        throw new Error(`${name} is read by a process that was not given it: lib/core/production/needs.ts`)
      },
    })
  return own
}

function keysOf<Key extends string>(some: Record<Key, string>): Key[] {
  const keys: Key[] = []
  for (const key in some) keys.push(key)
  return keys
}
