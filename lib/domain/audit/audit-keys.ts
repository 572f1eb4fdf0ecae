import { createHmac } from 'node:crypto'
import { linkText } from '#lib/contract/audit/format.ts'
import { env } from '#lib/core/env.ts'
import { keyFor } from '#lib/core/sealing.ts'

/** The key of the audit's chain, 32 bytes. It opens nothing else: an auditor may have it without KYC_KEY. */
export function auditKeyOf(secret: string): Buffer {
  return keyFor('audit', secret)
}

/** The keys under which rows of this installation may be sealed: the one in force first, then those that it replaced. */
export function knownAuditKeys(): [Buffer, ...Buffer[]] {
  return everyKeyOf(env.KYC_KEY, env.KYC_FORMER_KEYS)
}

/** Until the audit had a key of its own (docs/decisions/0021), rows were sealed under that of the keyed hashes. */
export function everyKeyOf(secret: string, former: readonly string[]): [Buffer, ...Buffer[]] {
  const secrets = [secret, ...former]
  return [auditKeyOf(secret), ...former.map(auditKeyOf), ...secrets.map((one) => keyFor('fingerprints', one))]
}

/** The hash of a row. @param previous that of the row before it */
export function linkUnder(key: Uint8Array, previous: string, text: string): string {
  return createHmac('sha256', key).update(linkText(previous, text)).digest('hex')
}
