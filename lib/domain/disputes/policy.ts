import { env } from '#lib/core/env.ts'
import { equalInConstantTime, isUuid, signHex } from '#lib/core/ids.ts'

/** Seconds from the opening. */
export const DUE_SECONDS = 3 * 86_400

const SIGNATURE_DIGITS = 32
const signed = (id: string) => signHex(env.AUTH_SECRET, `dispute:${id}`, SIGNATURE_DIGITS)

/**
 * The payer's token for a dispute. Without a dot, because paths with one are no pages. Not stored: it is
 * derived from the id.
 */
export const followToken = (id: string) => `${id}_${signed(id)}`

/** Below PUBLIC_URL. */
export const followPath = (id: string) => `/disputes/${followToken(id)}`

/** @returns the dispute's id; undefined if the signature is wrong */
export function readFollowToken(token: string): string | undefined {
  const [id = '', signature = ''] = token.split('_')
  return isUuid(id) && equalInConstantTime(signature, signed(id.toLowerCase())) ? id.toLowerCase() : undefined
}
