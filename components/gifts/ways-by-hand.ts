import type { GiftProblem } from '#lib/client/gifts/gift-flow-state.ts'
import type { VideoPaybill } from '#lib/client/gifts/gift-requests.ts'
import { paysByPaybillAlone, readGiftPhone } from '#lib/contract/phone.ts'

/** Why a number cannot get a prompt: it is no Kenyan mobile number, or one of 01. */
export type PhoneProblem = 'format' | 'paybillAlone'

/** Returns the problem with a typed number; null if a prompt can be sent to it. */
export function phoneProblem(typed: string): PhoneProblem | null {
  if (readGiftPhone(typed)) return null
  return paysByPaybillAlone(typed) ? 'paybillAlone' : 'format'
}

type Standing = {
  wrong: PhoneProblem | null
  problem: GiftProblem | null
  paybill: VideoPaybill | null
  isCancelled: boolean
}

/** Returns where this gift can be paid by hand and why, or null if only the prompt makes sense. */
export function waysByHand({ wrong, problem, paybill, isCancelled }: Standing) {
  if (wrong === 'paybillAlone') return paybill && ({ paybill, detail: 'paybillAloneByHand' } as const)
  if (problem?.paybill) return { paybill: problem.paybill, detail: 'refusedByHandDetail' } as const
  return isCancelled && paybill ? ({ paybill, detail: 'cancelledByHand' } as const) : null
}
