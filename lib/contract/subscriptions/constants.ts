// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Characters of a payer's number, after trimming. */
export const SUBSCRIPTION_PHONE_MIN = 10

/** What a month costs after the launch offer. */
export const USUAL_FEE_SHILLINGS = 1_000
