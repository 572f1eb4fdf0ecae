import { env } from '#lib/core/env.ts'
import { equalInConstantTime, isUuid, signHex } from '#lib/core/ids.ts'

/** A dispute is due so many seconds after it was opened. */
export const DUE_SECONDS = 3 * 86_400

const SIGNATURE_DIGITS = 32
const signed = (id: string) => signHex(env.AUTH_SECRET, `dispute:${id}`, SIGNATURE_DIGITS)

/** Makes the token by which a payer follows a dispute. It has no dot, because paths with one are no pages, and is not stored: the same dispute always has the same one. */
export const followToken = (id: string) => `${id}_${signed(id)}`

/** Below PUBLIC_URL. */
export const followPath = (id: string) => `/disputes/${followToken(id)}`

/** @returns the dispute's id; undefined where we have not made the token */
export function readFollowToken(token: string): string | undefined {
  const [id = '', signature = ''] = token.split('_')
  return isUuid(id) && equalInConstantTime(signature, signed(id.toLowerCase())) ? id.toLowerCase() : undefined
}
