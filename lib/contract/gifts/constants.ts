// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Who gets how many shillings of the price of a vote. Sentences in messages/ name them in words. */
export const giftShares = { dancer: 15, musician: 15, platform: 20 } as const
/** The price of a vote. */
export const GIFT_PRICE_SHILLINGS = giftShares.dancer + giftShares.musician + giftShares.platform
/** Votes of one gift at most. */
export const MAX_GIFTS = 100
export const giftPresets = [1, 5, 10, 20, 100] as const

/** Characters of the code that names a video to whoever pays by Paybill or dials. */
export const VOTE_CODE_LENGTH = 6
/** Characters of it at most, as somebody types it. */
export const VOTE_CODE_MAX = 16
