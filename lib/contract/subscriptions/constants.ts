// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Characters of a payer's number, after trimming. */
export const SUBSCRIPTION_PHONE_MIN = 10
