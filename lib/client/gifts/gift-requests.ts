import { Signal } from '#lib/client/browser/signal.ts'

export type GiftRequest = { videoId: string; title: string; dancer: string }

/** Passes presses of Gift buttons to the gift flow, which is loaded at the first press. */
export const giftRequests = new Signal<GiftRequest>()
