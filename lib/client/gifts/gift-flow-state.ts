import type { GiftStatus } from '#lib/contract/gifts/calls.ts'
import { isFinal } from './gift-progress.ts'
import type { GiftRequest, VideoPaybill } from './gift-requests.ts'
import type { OpenGift } from './open-gift.ts'
import type { WaitingGift } from './waiting-gift.ts'

export type GiftProblem = {
  field: 'phone' | null
  message: string
  paybill: VideoPaybill | null
}

export type GiftFlowState = {
  step: 'closed' | 'select' | 'confirm' | 'wait' | 'pay'
  request: GiftRequest | null
  /** Whether this flow replaces the sheet that opened before the flow's code loaded. */
  isHandedOver: boolean
  /** Value of the focused element in the replaced sheet. */
  focused: string | null
  quantity: number
  /** Last phone prompted, as 2547 plus eight digits; '' without one. */
  phone: string
  sending: boolean
  problem: GiftProblem | null
  /** The gift without an answer, retried until answered. */
  waiting: WaitingGift | null
  /** Whether the user cancelled a waiting gift. Its prompt can still come. */
  wasCancelled: boolean
  /** The last payment; `settled` once it has an outcome. */
  open: OpenGift | null
  settled: boolean
  /** Id of the payment whose prompt was never sent, so another prompt is no second one. */
  unsentId: string | null
}

export type GiftFlowAction =
  | { type: 'asked'; request: GiftRequest }
  | { type: 'picked'; quantity: number }
  | { type: 'back' }
  | { type: 'sending'; phone: string }
  | { type: 'refused'; problem: GiftProblem }
  /** The outcome is unknown: the order is retried. */
  | { type: 'waits'; gift: WaitingGift }
  | { type: 'cancelled' }
  | { type: 'opened'; gift: OpenGift }
  /** A payment stored on this device by another tab, or before another gift. */
  | { type: 'found'; gift: OpenGift }
  | { type: 'settled'; id: string; told: GiftStatus }
  /** `id` is null if no payment is known to be unsent. */
  | { type: 'unsent'; id: string | null }
  | { type: 'unknown'; id: string }
  /** `left` starts another gift and leaves the open payment as is. */
  | { type: 'again'; left?: true }
  | { type: 'more' }
  | { type: 'shown' }
  | { type: 'closed' }

export function startGiftFlow(open: OpenGift | null, waiting: WaitingGift | null = null): GiftFlowState {
  return {
    step: 'closed',
    request: waiting?.request ?? null,
    isHandedOver: false,
    focused: null,
    quantity: waiting?.quantity ?? 1,
    phone: waiting?.phone ?? '',
    sending: false,
    problem: null,
    waiting,
    wasCancelled: false,
    open,
    settled: open?.told !== undefined,
    unsentId: null,
  }
}

/** No gift starts while another is sent, pending or prompted. */
export function stepGiftFlow(state: GiftFlowState, action: GiftFlowAction): GiftFlowState {
  switch (action.type) {
    case 'asked':
      if (state.waiting) return { ...state, step: 'wait' }
      if (state.sending) return { ...state, step: 'confirm' }
      if (state.open && !state.settled && !givesWay(state, action.request)) return { ...state, step: 'pay' }
      return begin(action.request)
    case 'picked':
      return { ...state, step: 'confirm', quantity: action.quantity, problem: null, focused: null }
    case 'back':
      return { ...state, step: 'select', problem: null }
    case 'sending':
      return { ...state, sending: true, problem: null, wasCancelled: false, phone: action.phone }
    case 'refused':
      return {
        ...state,
        // Reopens a closed dialog to show the problem.
        step: state.waiting || state.step === 'closed' ? 'confirm' : state.step,
        sending: false,
        problem: action.problem,
        waiting: null,
      }
    case 'waits':
      return {
        ...state,
        // A dialog that the user closed stays closed.
        step: state.step === 'closed' ? 'closed' : 'wait',
        sending: false,
        problem: null,
        waiting: action.gift,
      }
    case 'cancelled':
      return { ...state, step: 'confirm', sending: false, problem: null, waiting: null, wasCancelled: true }
    case 'opened':
      return {
        ...state,
        step: 'pay',
        sending: false,
        problem: null,
        waiting: null,
        open: action.gift,
        settled: false,
      }
    case 'found':
      return isTaken(state) ? state : { ...state, open: action.gift, settled: action.gift.told !== undefined }
    case 'settled':
      if (state.open?.id !== action.id) return state
      return { ...state, open: { ...state.open, told: action.told }, settled: true }
    case 'unsent':
      return { ...state, unsentId: action.id }
    case 'unknown':
      if (state.open?.id !== action.id) return state
      return { ...state, step: state.step === 'pay' ? 'closed' : state.step, open: null }
    case 'again':
      return tryAgain(state, action.left ?? false)
    case 'more':
      return state.settled ? anotherGift(state, 'select') : state
    case 'shown':
      if (state.waiting) return { ...state, step: 'wait' }
      return state.open ? { ...state, step: 'pay' } : state
    case 'closed':
      return {
        ...state,
        step: 'closed',
        problem: null,
        // A payment without a final outcome stays open: later money still counts.
        open: state.open?.told && isFinal({ status: state.open.told }) ? null : state.open,
      }
  }
}

function begin({ begun, ...request }: GiftRequest): GiftFlowState {
  const step = begun?.isPicked ? 'confirm' : 'select'
  return {
    ...startGiftFlow(null),
    step,
    request,
    isHandedOver: begun !== undefined,
    focused: step === 'select' ? (begun?.focused ?? null) : null,
    quantity: begun?.quantity ?? 1,
  }
}

/** Whether a gift to another video replaces the open payment, whose prompt was never sent. */
function givesWay({ open, unsentId }: GiftFlowState, { videoId }: GiftRequest): boolean {
  return open?.id === unsentId && open?.videoId !== videoId
}

/** Whether this tab sends, awaits or shows a payment. */
function isTaken({ step, sending, waiting, open, settled }: GiftFlowState): boolean {
  return step === 'pay' || sending || waiting !== null || (open !== null && !settled)
}

function tryAgain(state: GiftFlowState, isLeft: boolean): GiftFlowState {
  return state.settled || isLeft ? anotherGift(state, 'confirm') : state
}

function anotherGift(state: GiftFlowState, step: 'select' | 'confirm'): GiftFlowState {
  if (!state.open) return state
  const { videoId, title, dancer, quantity, phone } = state.open
  const known = state.request?.videoId === videoId ? state.request : null
  const request = known ?? { videoId, title, dancer, paybill: null }
  return { ...startGiftFlow(null), step, request, quantity, phone }
}
