import { createPublicKey } from 'node:crypto'
import type { Fault, Given } from './fault.ts'

const name = 'MPESA_CERTIFICATE'

/**
 * Lists the faults of Safaricom's certificate. Without a key in it no withdrawal, refund or look at the balance is sent, as if
 * M-Pesa were away.
 */
export function faultsOfCertificate({ env, isGiven }: Given): Fault[] {
  if (!isGiven(name) || env[name] === undefined || hasKey(env[name])) return []
  const problem =
    'has no RSA key that can be read: put in Safaricom’s whole certificate, from its BEGIN line to its END line, its line ends written as \\n.'
  return [{ name, problem }]
}

function hasKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
