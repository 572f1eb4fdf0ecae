import type { Env } from '../env.ts'
import { faultsOfAddresses } from './addresses.ts'
import type { Fault, Given } from './fault.ts'
import { demoSender, playShortcodes } from './known-values.ts'
import { faultsOfSecrets } from './secrets.ts'

/** What production has no default for, because the default is a part of the demo: what to put in. */
const needed: Partial<Record<keyof Env, string>> = {
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
}

/** Lists everything for which production refuses to start: docs/operations.md, Production's rules. */
export function faultsOfProduction(given: Given): Fault[] {
  return [
    ...faultsOfMissing(given),
    ...faultsOfSecrets(given),
    ...faultsOfAddresses(given),
    ...faultsOfDemo(given),
  ]
}

function faultsOfMissing({ isGiven }: Given): Fault[] {
  return keysOf(needed)
    .filter((name) => !isGiven(name))
    .map((name) => ({ name, problem: `is not set: put in ${needed[name]}.` }))
}

function keysOf<Key extends string>(some: Partial<Record<Key, string>>): Key[] {
  const keys: Key[] = []
  for (const key in some) keys.push(key)
  return keys
}

/** What belongs to the demo, to tests or to the simulated month. */
function faultsOfDemo({ env, isGiven }: Given): Fault[] {
  const rules: [boolean, keyof Env, string][] = [
    [env.MPESA_SIMULATOR === true, 'MPESA_SIMULATOR', 'the simulator invents money: set it to false.'],
    [
      isGiven('MPESA_SHORTCODE') && playShortcodes.includes(env.MPESA_SHORTCODE ?? ''),
      'MPESA_SHORTCODE',
      'is of the simulator or of Safaricom’s sandbox: put in your Paybill or till.',
    ],
    [
      isGiven('MAIL_FROM') && env.MAIL_FROM === demoSender,
      'MAIL_FROM',
      'is the demo’s, for which no server sends: put in an address that yours sends for.',
    ],
    [
      env.CLOCK_FILE !== undefined,
      'CLOCK_FILE',
      'would shift the time, which production takes from its machine: leave it out.',
    ],
    [
      env.NODE_ENV === 'test' || env.NODE_ENV === 'development',
      'NODE_ENV',
      'is not production: set it so, or leave it out.',
    ],
  ]
  return rules.filter(([isWrong]) => isWrong).map(([, name, problem]) => ({ name, problem }))
}
