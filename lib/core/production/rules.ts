import { createPublicKey } from 'node:crypto'
import type { Env } from '../env-variables.ts'
import { faultsOfAddresses } from './addresses.ts'
import type { Fault, Given } from './fault.ts'
import { demoSender, OWASP_HASH_KIB, playShortcodes } from './known-values.ts'
import { needed, needsOf } from './needs.ts'
import { faultsOfPush } from './push.ts'
import { faultsOfSecrets } from './secrets.ts'

/** Checks the rules of docs/operations/deploy.md, Production's rules. */
export function faultsOfProduction(given: Given): Fault[] {
  return [
    ...faultsOfMissing(given),
    ...faultsOfSecrets(given),
    ...faultsOfAddresses(given),
    ...faultsOfCertificate(given),
    ...faultsOfPush(given),
    ...faultsOfDemo(given),
  ]
}

function faultsOfMissing({ env, isGiven }: Given): Fault[] {
  return needsOf(env.NGOMA_PROCESS)
    .filter((name) => !isGiven(name))
    .map((name) => ({ name, problem: `is not set: put in ${needed[name]}.` }))
}

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
      (env.ARGON2_KIB ?? OWASP_HASH_KIB) < OWASP_HASH_KIB,
      'ARGON2_KIB',
      'lets passwords be guessed sooner from their hashes: leave it out.',
    ],
    [
      env.NODE_ENV === 'test' || env.NODE_ENV === 'development',
      'NODE_ENV',
      'is not production: set it so, or leave it out.',
    ],
  ]
  return rules.filter(([isWrong]) => isWrong).map(([, name, problem]) => ({ name, problem }))
}

const CERTIFICATE = 'MPESA_CERTIFICATE'

/** Without an RSA key no withdrawal, refund or balance request can be sent. */
function faultsOfCertificate({ env, isGiven }: Given): Fault[] {
  if (!isGiven(CERTIFICATE) || env[CERTIFICATE] === undefined || hasKey(env[CERTIFICATE])) return []
  const problem =
    'has no RSA key that can be read: put in Safaricom’s whole certificate, from its BEGIN line to its END line, its line ends written as \\n.'
  return [{ name: CERTIFICATE, problem }]
}

function hasKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
