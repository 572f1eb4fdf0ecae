import { createHmac } from 'node:crypto'
import { linkText } from '#lib/contract/audit/format.ts'
import { env } from '#lib/core/env.ts'
import { keyFor } from '#lib/core/sealing.ts'

/** 32 bytes. Opens nothing else: an auditor may have it without KYC_KEY. */
export function auditKeyOf(secret: string): Buffer {
  return keyFor('audit', secret)
}

/** The current key first, then former ones. */
export function knownAuditKeys(): [Buffer, ...Buffer[]] {
  return everyKeyOf(env.KYC_KEY, env.KYC_FORMER_KEYS)
}

/**
 * Before the audit had its own key (docs/decisions/0021), rows were sealed under that of the keyed hashes.
 */
export function everyKeyOf(secret: string, former: readonly string[]): [Buffer, ...Buffer[]] {
  const secrets = [secret, ...former]
  return [auditKeyOf(secret), ...former.map(auditKeyOf), ...secrets.map((one) => keyFor('fingerprints', one))]
}

/** @param previous the hash of the row before */
export function linkUnder(key: Uint8Array, previous: string, text: string): string {
  return createHmac('sha256', key).update(linkText(previous, text)).digest('hex')
}
