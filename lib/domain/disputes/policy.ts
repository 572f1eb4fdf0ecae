import { env } from '#lib/core/env.ts'
import { equalInConstantTime, isUuid, signHex } from '#lib/core/ids.ts'

/** Seconds from the opening until a dispute is due. */
export const DUE_SECONDS = 3 * 86_400

const SIGNATURE_DIGITS = 32
const signed = (id: string) => signHex(env.AUTH_SECRET, `dispute:${id}`, SIGNATURE_DIGITS)

/**
 * Returns the payer's token for a dispute. It is derived from the id instead of stored. It has no dot,
 * because a path with a dot is no page.
 */
export const followToken = (id: string) => `${id}_${signed(id)}`

/** The path, below PUBLIC_URL, of the page by which the payer follows the dispute. */
export const followPath = (id: string) => `/disputes/${followToken(id)}`

/** @returns the dispute's id; undefined if the signature is wrong */
export function readFollowToken(token: string): string | undefined {
  const [id = '', signature = ''] = token.split('_')
  return isUuid(id) && equalInConstantTime(signature, signed(id.toLowerCase())) ? id.toLowerCase() : undefined
}
