/**
 * What is hashed in the public tally (docs/decisions/0013-public-tally.md), the same for the worker that writes it,
 * the browser that checks it and anybody's own program. Every hash is the SHA-256 of one of these texts in UTF-8,
 * written as 64 lower-case hex digits; the parts of a text are joined by commas, with no blanks.
 *
 * A challenge's chain begins with the hash of `startText`. The hash of each row is that of `rowText`, which begins with
 * the hash of the row before it, or with the chain's start. With the downloaded file, in which `hash` is the last column:
 *
 *     printf '%s' "$previous,$row_without_its_hash" | sha256sum
 */

/** The public part of one row. */
export type TallyLine = {
  /** From 1, without gaps. */
  readonly position: number
  /** M-Pesa's time of the payment: `2026-11-21T17:20:05.000Z`, always UTC with three decimals. */
  readonly paid_at: string
  readonly video_id: string
  /** Negative where a gift was taken back: its payment was sent back to the payer. */
  readonly votes: number
  /** The hash of `paymentText`; the row that takes a gift back repeats it. */
  readonly payment: string
}

/** What the chain of a challenge begins with. @param salt the challenge's, published */
export function startText(challengeId: string, salt: string): string {
  return ['ngoma-tally-1', challengeId, salt].join(',')
}

/** What the hash of a row is made of. @param previous the hash of the row before, or the chain's start */
export function rowText(previous: string, row: TallyLine): string {
  return [previous, row.position, row.paid_at, row.video_id, row.votes, row.payment].join(',')
}

/**
 * What a row's `payment` is made of. Receipt and phone are hashed together and with a key of the row's own that is told
 * only to who names both: the list alone gives neither away, however many numbers are tried.
 * @param parts salt of the challenge; receipt in capitals, '' where M-Pesa has told none; phone as 2547XXXXXXXX, ''
 *   where M-Pesa masked it
 */
export function paymentText(parts: { salt: string; key: string; receipt: string; phone: string }): string {
  return ['ngoma-gift-1', parts.salt, parts.key, parts.receipt, parts.phone].join(',')
}

/** The columns of the downloaded file, in their order. */
export const tallyColumns = ['position', 'paid_at', 'video_id', 'votes', 'payment', 'hash'] as const
