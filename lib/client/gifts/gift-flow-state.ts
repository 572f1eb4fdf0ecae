import type { GiftStatus } from '#lib/contract/gifts/calls.ts'
import { isFinal } from './gift-progress.ts'
import type { GiftRequest, VideoPaybill } from './gift-requests.ts'
import type { OpenGift } from './open-gift.ts'
import type { WaitingGift } from './waiting-gift.ts'

export type GiftProblem = {
  field: 'phone' | null
  message: string
  /** How to pay by hand, where it is we who can not take the gift. */
  paybill: VideoPaybill | null
}

export type GiftFlowState = {
  step: 'closed' | 'select' | 'confirm' | 'wait' | 'pay'
  request: GiftRequest | null
  /** Whether its dialog takes the place of the first sheet, which was there before the gift flow had loaded. */
  isHandedOver: boolean
  /** Value of the field or button that had the focus in that sheet, for the step that takes its place. */
  focused: string | null
  quantity: number
  /** The phone that was asked last, as 2547 and eight digits; '' where none was. */
  phone: string
  sending: boolean
  problem: GiftProblem | null
  /** The gift that is sent again until its answer is there. */
  waiting: WaitingGift | null
  /** Whether that was cancelled: a prompt of it may come all the same. */
  wasCancelled: boolean
  /** The payment that was begun last; `settled` once an outcome is known. */
  open: OpenGift | null
  settled: boolean
  /** The payment whose prompt never left, where it is known: no other prompt would be a second one. */
  unsentId: string | null
}

export type GiftFlowAction =
  | { type: 'asked'; request: GiftRequest }
  | { type: 'picked'; quantity: number }
  | { type: 'back' }
  | { type: 'sending'; phone: string }
  | { type: 'refused'; problem: GiftProblem }
  /** Nobody knows what became of it: it is tried again. */
  | { type: 'waits'; gift: WaitingGift }
  /** The person does not want to wait any longer. */
  | { type: 'cancelled' }
  | { type: 'opened'; gift: OpenGift }
  /** A payment that this device has stored: another tab has begun it, or this one before another gift. */
  | { type: 'found'; gift: OpenGift }
  | { type: 'settled'; id: string; told: GiftStatus }
  /** What was heard of the open payment: its prompt never left, or there is none of which that is known. */
  | { type: 'unsent'; id: string | null }
  /** Nobody knows such a payment. */
  | { type: 'unknown'; id: string }
  /** `left`: the open payment is left as it is, because M-Pesa has not answered about it or sent no prompt. */
  | { type: 'again'; left?: true }
  /** Another gift for the same dance. */
  | { type: 'more' }
  | { type: 'shown' }
  | { type: 'closed' }

/** @param waiting a gift that waited before a reload */
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

/** Steps through the gift flow: quantity, confirmation, payment. While one is sent, waits or may be on a phone no other one is begun. */
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
        // Who has put it away hears why it was not given.
        step: state.waiting || state.step === 'closed' ? 'confirm' : state.step,
        sending: false,
        problem: action.problem,
        waiting: null,
      }
    case 'waits':
      return {
        ...state,
        // One that waits behind a closed dialog stays there.
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
        // Money that comes after any other end still counts, which is told whenever it comes.
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

/** Whether the open payment makes room for another video, because nothing of it is on a phone. Its own video shows it. */
function givesWay({ open, unsentId }: GiftFlowState, { videoId }: GiftRequest): boolean {
  return open?.id === unsentId && open?.videoId !== videoId
}

/** Whether this tab has a payment of its own, or shows one. */
function isTaken({ step, sending, waiting, open, settled }: GiftFlowState): boolean {
  return step === 'pay' || sending || waiting !== null || (open !== null && !settled)
}

/** Goes back to the confirmation after a payment that failed or is left, with everything that was picked and typed. */
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
