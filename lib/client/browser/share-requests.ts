import { Signal } from './signal.ts'

export type ShareRequest = { title: string; videoId: string }

/** Presses of Share buttons, for a sheet that loads at the first one. */
export const shareRequests = new Signal<ShareRequest>()
