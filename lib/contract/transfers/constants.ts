/** Characters after trimming. */
export const TRANSFER_DESCRIPTION_MAX = 200
