import { Signal } from './signal.ts'

export type ShareRequest = { title: string; videoId: string }

/** Presses of Share buttons, for a share sheet that loads at the first press. */
export const shareRequests = new Signal<ShareRequest>()
