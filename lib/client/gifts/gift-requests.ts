import { Signal } from '#lib/client/browser/signal.ts'

export type GiftRequest = { videoId: string; title: string; dancer: string }

/** Presses of a Gift button on their way to the gift flow, which is loaded at the first one. */
export const giftRequests = new Signal<GiftRequest>()
