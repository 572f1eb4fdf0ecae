// Apart from the schemas, so that a screen that needs these loads no validation library.

/** The price of a vote. */
export const GIFT_PRICE_SHILLINGS = 50
/** Who gets how many of its shillings. */
export const giftShares = { dancer: 15, musician: 15, platform: 20 } as const
/** Votes of one gift at most. */
export const MAX_GIFTS = 100
export const giftPresets = [1, 5, 10, 20, 100] as const

/** Characters of the code that names a video to whoever pays by Paybill or dials. */
export const VOTE_CODE_LENGTH = 6
/** Characters of it at most, as somebody types it. */
export const VOTE_CODE_MAX = 16
