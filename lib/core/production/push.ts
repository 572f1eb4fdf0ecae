import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import type { Fault, Given } from './fault.ts'

const names = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const
const remedy = 'npx web-push generate-vapid-keys prints a pair'

/** Web push is off if none of its variables is set. */
export function faultsOfPush({ env, isGiven }: Given): Fault[] {
  const given = names.filter((name) => isGiven(name))
  // Only the worker signs.
  const isSender = env.NGOMA_PROCESS === 'worker' || env.NGOMA_PROCESS === undefined
  const missing = names.filter((name) => !given.includes(name) && (isSender || name !== 'VAPID_PRIVATE_KEY'))
  return [
    ...(given.length === 0
      ? []
      : missing.map((name) => ({
          name,
          problem: `is not set, though ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'}: put in all three, or none to leave push off.`,
        }))),
    ...faultsOfPair(env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY),
    ...(isGiven('PUSH_SERVICES') ? (env.PUSH_SERVICES ?? []).flatMap(faultOfService) : []),
  ]
}

function faultsOfPair(publicKey: string | undefined, privateKey: string | undefined): Fault[] {
  if (!publicKey || !privateKey || publicOf(privateKey) === publicKey) return []
  return [{ name: 'VAPID_PRIVATE_KEY', problem: `is not the one of VAPID_PUBLIC_KEY: ${remedy}.` }]
}

/** @returns undefined if the private key is invalid */
function publicOf(privateKey: string): string | undefined {
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(privateKey, 'base64url')
    return curve.getPublicKey('base64url')
  } catch {
    return undefined
  }
}

function faultOfService(host: string): Fault[] {
  const name = host.replace(/^\*\./, '')
  const isPublic =
    isIP(name) === 0 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) && !name.endsWith('.localhost')
  const problem = `“${host}” is no host of a push service: browsers could have us call any address.`
  return isPublic ? [] : [{ name: 'PUSH_SERVICES', problem }]
}
