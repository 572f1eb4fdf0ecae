import { Signal } from '#lib/client/browser/signal.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'

export type VideoPaybill = { business_number: string; account_number: string }

export type BegunGift = {
  quantity: number
  /** Whether the flow continues with `quantity` at once. */
  isPicked: boolean
  /** Value of the focused element. */
  focused: string | null
}

export type GiftRequest = {
  videoId: string
  title: string
  dancer: string
  musician?: string
  /** How to pay by hand if we cannot accept the gift; null if unknown. */
  paybill: VideoPaybill | null
  /** Input in the sheet that opens before the flow loads (gift-shell.tsx). */
  begun?: BegunGift
}

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

/** Presses of Gift buttons, for a flow that loads when idle or at the first press. */
export const giftRequests = new Signal<GiftRequest>()
