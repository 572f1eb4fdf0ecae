/**
 * The hashed texts of the public tally (docs/decisions/0013-public-tally.md), for worker, browser and other
 * people's programs. Each hash is the SHA-256 of a text in UTF-8, as 64 lower-case hex digits; parts are
 * joined by commas without spaces.
 * The chain starts with the hash of `startText`. Each row's hash is that of `rowText`, which begins with the
 * previous hash. With the downloaded file, whose last column is `hash`:
 * printf '%s' "$previous,$row_without_its_hash" | sha256sum
 */

export type TallyLine = {
  /** From 1, without gaps. */
  readonly position: number
  /** M-Pesa's time, UTC with three decimals: `2026-11-21T17:20:05.000Z`. */
  readonly paid_at: string
  readonly video_id: string
  /** Negative if a gift was taken back: the payer got the money back. */
  readonly votes: number
  /** Hash of `paymentText`; repeated by the row that takes the gift back. */
  readonly payment: string
}

/** @param salt the challenge's, published */
export function startText(challengeId: string, salt: string): string {
  return ['ngoma-tally-1', challengeId, salt].join(',')
}

/** @param previous the previous hash, or the chain's start */
export function rowText(previous: string, row: TallyLine): string {
  return [previous, row.position, row.paid_at, row.video_id, row.votes, row.payment].join(',')
}

/**
 * Returns the text of `payment`. The row's own key is given only to users who name receipt and phone: the
 * list alone reveals neither, even by brute force.
 * @param parts salt of the challenge; receipt in capitals, '' if unknown; phone as 2547XXXXXXXX, '' if masked
 */
export function paymentText(parts: { salt: string; key: string; receipt: string; phone: string }): string {
  return ['ngoma-gift-1', parts.salt, parts.key, parts.receipt, parts.phone].join(',')
}

/** Columns of the file in order. */
export const tallyColumns = ['position', 'paid_at', 'video_id', 'votes', 'payment', 'hash'] as const
