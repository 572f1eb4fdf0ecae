/** Characters after trimming. */
export const SIGNAL_NOTE_MAX = 1_000

export const signalActionKinds = ['hold', 'release', 'send_back'] as const

export const signalKinds = ['own_phone', 'device', 'network', 'phone', 'burst'] as const
