// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Characters, after trimming. */
export const SIGNAL_NOTE_MAX = 1_000
