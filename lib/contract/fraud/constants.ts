/** Characters after trimming. */
export const SIGNAL_NOTE_MAX = 1_000
