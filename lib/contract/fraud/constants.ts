/** Characters after trimming. */
export const SIGNAL_NOTE_MAX = 1_000

/** Super admins' actions on the gifts of a signal. */
export const signalActionKinds = ['hold', 'release', 'send_back'] as const

export const signalKinds = ['own_phone', 'device', 'network', 'phone', 'burst'] as const
