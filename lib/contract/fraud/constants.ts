/** Characters after trimming. */
export const SIGNAL_NOTE_MAX = 1_000

/** What super admins do with the gifts of a signal. */
export const signalActionKinds = ['hold', 'release', 'send_back'] as const
