import { Signal } from './signal.ts'

/** A dance that somebody wants to show to others. */
export type ShareRequest = { title: string; videoId: string }

/** Passes presses of Share buttons to the sheet, which is loaded at the first press. */
export const shareRequests = new Signal<ShareRequest>()
