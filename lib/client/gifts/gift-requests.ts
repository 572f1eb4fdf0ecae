import { Signal } from '#lib/client/browser/signal.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'

/** Where votes for a video are paid by hand. */
export type VideoPaybill = { business_number: string; account_number: string }

export type BegunGift = {
  quantity: number
  /** Whether the flow continues with that quantity at once. */
  isPicked: boolean
  /** Value of the field or button that has the focus; null where none of the form has it. */
  focused: string | null
}

export type GiftRequest = {
  videoId: string
  title: string
  dancer: string
  /** Whose song it is, if the place that asks knows it. */
  musician?: string
  /** For when we can not take the gift; null where whoever asks does not know it. */
  paybill: VideoPaybill | null
  /** What was done in the first sheet (gift-shell.tsx) before the gift flow had loaded. */
  begun?: BegunGift
}

/** The request to gift a video, as its card knows it. */
export function giftRequestOf(video: CardVideo): GiftRequest {
  const { id, title, dancer, track, paybill_number, vote_code } = video
  return {
    videoId: id,
    title,
    dancer: dancer.display_name,
    musician: track.artist,
    paybill: { business_number: paybill_number, account_number: vote_code },
  }
}

/** Passes presses of Gift buttons to the gift flow, which is loaded when the page is idle, or at the first press. */
export const giftRequests = new Signal<GiftRequest>()
