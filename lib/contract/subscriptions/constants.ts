/** Characters after trimming. */
export const SUBSCRIPTION_PHONE_MIN = 10

/** The fee after the launch offer. */
export const USUAL_FEE_SHILLINGS = 1_000
