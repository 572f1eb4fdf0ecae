/** Shares of a vote's price, in shillings. Sentences in messages/ repeat them. */
export const giftShares = { dancer: 15, musician: 15, platform: 20 } as const
export const GIFT_PRICE_SHILLINGS = giftShares.dancer + giftShares.musician + giftShares.platform
/** Maximum votes of one gift. */
export const MAX_GIFTS = 100
export const giftPresets = [1, 5, 10, 20, 100] as const

/** Length of the code for Paybill and USSD. */
export const VOTE_CODE_LENGTH = 6
/** Maximum length as typed. */
export const VOTE_CODE_MAX = 16
