import { createHmac } from 'node:crypto'
import { linkText } from '#lib/contract/audit/format.ts'
import { env } from '#lib/core/env.ts'
import { keyFor } from '#lib/core/sealing.ts'

/** Derives the audit's key of 32 bytes. It opens nothing else: an auditor may have it without KYC_KEY. */
export function auditKeyOf(secret: string): Buffer {
  return keyFor('audit', secret)
}

/** The current key first, then former ones. */
export function knownAuditKeys(): [Buffer, ...Buffer[]] {
  return everyKeyOf(env.KYC_KEY, env.KYC_FORMER_KEYS)
}

export function everyKeyOf(secret: string, former: readonly string[]): [Buffer, ...Buffer[]] {
  return [auditKeyOf(secret), ...former.map(auditKeyOf)]
}

/** The hash of a row's text under a key. @param previous the hash of the row before */
export function linkUnder(key: Uint8Array, previous: string, text: string): string {
  return createHmac('sha256', key).update(linkText(previous, text)).digest('hex')
}
