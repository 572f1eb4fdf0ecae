// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Characters, after trimming. */
export const TRANSFER_DESCRIPTION_MAX = 200
