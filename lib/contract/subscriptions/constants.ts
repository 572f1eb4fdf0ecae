/** Characters after trimming. */
export const SUBSCRIPTION_PHONE_MIN = 10

/** After the launch offer. */
export const USUAL_FEE_SHILLINGS = 1_000
