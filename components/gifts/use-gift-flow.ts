import { useTranslations } from 'next-intl'
import { type Dispatch, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { watchLeaving } from '#lib/client/browser/watch-leaving.ts'
import { idempotentAttempt, whatIsKnown } from '#lib/client/forms/idempotent-attempt.ts'
import { storeInTab } from '#lib/client/forms/stored-attempts.ts'
import { isFinal } from '#lib/client/gifts/gift-progress.ts'
import { type GiftRequest, giftRequests, type VideoPaybill } from '#lib/client/gifts/gift-requests.ts'
import {
  besides,
  findOpenGift,
  forgetOpenGift,
  forgetWaitingGift,
  keepWaitingGift,
  mayBeSent,
  noteOutcome,
  type OpenGift,
  orderGift,
  readOpenGift,
  readWaitingGift,
  rememberOpenGift,
  type WaitingGift,
  type WaitsFor,
} from '#lib/client/gifts/open-gift.ts'
import { OPEN_GIFT } from '#lib/client/gifts/stored-gifts.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { fieldErrors, giftErrorMessage } from '#lib/client/http/error-message.ts'
import type { GiftStatus, GiftView } from '#lib/contract/gifts/calls.ts'

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

/** A dead network can come back without an `online` event. */
const TRY_EVERY_MS = 5_000

export function useGiftFlow() {
  const t = useTranslations('Gift')
  const [state, dispatch] = useReducer(stepGiftFlow, null, () =>
    startGiftFlow(readOpenGift(), readWaitingGift()),
  )
  const [attempt] = useState(() => idempotentAttempt(storeInTab(begunBy(state.waiting))))
  // The running request. Closing the dialog does not cancel it; cancelling the gift stops its retries.
  const underWay = useRef<{ isCancelled: boolean } | null>(null)

  // Runs before painting, so that the flow's sheet replaces the first one without a gap.
  useLayoutEffect(() => giftRequests.listen((request) => dispatch({ type: 'asked', request })), [])
  useOtherTabs(dispatch)

  /** Drops the waiting gift. If the running request succeeds, the gift is shown nevertheless. */
  const drop = useCallback(() => {
    if (underWay.current) underWay.current.isCancelled = true
    underWay.current = null
    forgetWaitingGift()
  }, [])

  const send = useCallback(
    async (phone: string, from: GiftFlowState = state) => {
      const { request, quantity, waiting } = from
      if (!request) return
      if (waiting && !mayBeSent(waiting, Date.now())) {
        drop()
        const problem = { field: null, message: t('waitedTooLong'), paybill: request.paybill }
        return dispatch({ type: 'refused', problem })
      }
      if (underWay.current) return
      const show = (gift: OpenGift): void => {
        rememberOpenGift(gift)
        forgetWaitingGift()
        dispatch({ type: 'opened', gift })
      }
      const asked = { request, quantity, phone }
      // Another payment is open, so this gift is not ordered. A waiting gift is sent: it may itself be the
      // open payment, which only the server knows.
      if (!waiting && from.open && !from.settled) return show(besides(from.open, asked))
      const own = { isCancelled: false }
      underWay.current = own
      dispatch({ type: 'sending', phone })
      // A gift stored before a reload may have been accepted.
      const { startedAt, waitsFor } = waiting ?? { startedAt: Date.now(), waitsFor: 'answer' }
      let sent: WaitingGift = { ...asked, key: '', startedAt, waitsFor }
      let wasSentBefore = false
      const leaving = watchLeaving()
      try {
        const id = await attempt(contentOf(asked), (key, isRepeat) => {
          sent = { ...sent, key }
          wasSentBefore = isRepeat
          return orderGift(sent)
        })
        const { videoId, title, dancer } = request
        show({ videoId, title, dancer, id, quantity, phone, startedAt: Date.now() })
      } catch (error) {
        const other = await findOpenGift(error, asked)
        if (other) return show(other)
        if (own.isCancelled) return
        if (whatIsKnown(error, wasSentBefore) === 'unknown' && mayBeSent(sent, Date.now())) {
          const gift = leaving.isLeft ? sent : { ...sent, waitsFor: toWaitFor(error) }
          keepWaitingGift(gift)
          return dispatch({ type: 'waits', gift })
        }
        forgetWaitingGift()
        dispatch({ type: 'refused', problem: problemOf(error, request.paybill, t('noConnection')) })
      } finally {
        leaving.end()
        if (underWay.current === own) underWay.current = null
      }
    },
    [state, t, attempt, drop],
  )

  useSentWhenBack(state.waiting, send)

  const cancel = useCallback(() => {
    drop()
    dispatch({ type: 'cancelled' })
  }, [drop])

  const resend = useCallback(async () => {
    const again = stepGiftFlow(state, { type: 'again' })
    if (again === state) return
    dispatch({ type: 'again' })
    await send(again.phone, again)
  }, [state, send])

  return { state, dispatch, send, resend, cancel, ...useEnds(dispatch) }
}

function useEnds(dispatch: Dispatch<GiftFlowAction>) {
  const settle = useCallback(
    (gift: GiftView) => {
      noteOutcome(gift)
      dispatch({ type: 'settled', id: gift.id, told: gift.status })
    },
    [dispatch],
  )
  const lose = useCallback(
    (id: string) => {
      forgetOpenGift(id)
      dispatch({ type: 'unknown', id })
    },
    [dispatch],
  )
  const leave = useCallback(
    (id: string) => {
      forgetOpenGift(id)
      dispatch({ type: 'again', left: true })
    },
    [dispatch],
  )
  return { settle, lose, leave }
}

/** Shows the payment that this device has stored, if any. */
export function findStored(dispatch: Dispatch<GiftFlowAction>): void {
  const gift = readOpenGift()
  if (gift) dispatch({ type: 'found', gift })
}

/** Shows the payments that other tabs store. */
function useOtherTabs(dispatch: Dispatch<GiftFlowAction>): void {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === OPEN_GIFT) findStored(dispatch)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [dispatch])
}

/** Sends on reconnection and every few seconds, because not all devices report reconnection. */
function useSentWhenBack(waiting: WaitingGift | null, send: (phone: string) => Promise<void>): void {
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    if (!waiting) return
    const attempt = () => void latest.current(waiting.phone)
    const onTick = () => {
      if (navigator.onLine || !mayBeSent(waiting, Date.now())) attempt()
    }
    window.addEventListener('online', attempt)
    const timer = setInterval(onTick, TRY_EVERY_MS)
    return () => {
      window.removeEventListener('online', attempt)
      clearInterval(timer)
    }
  }, [waiting])
}

function contentOf({
  request,
  quantity,
  phone,
}: Pick<WaitingGift, 'request' | 'quantity' | 'phone'>): string {
  return `${request.videoId} ${quantity} ${phone}`
}

/** The idempotency key and content of a gift that was waiting before a reload. */
function begunBy(waiting: WaitingGift | null) {
  return waiting && { content: contentOf(waiting), key: waiting.key, startedAt: waiting.startedAt }
}

/** Any HTTP answer means that there is a connection. */
function toWaitFor(error: unknown): WaitsFor {
  return error instanceof ApiError && error.status > 0 ? 'answer' : 'line'
}

function problemOf(error: unknown, paybill: VideoPaybill | null, noConnection: string): GiftProblem {
  if (!(error instanceof ApiError)) return { field: null, message: giftErrorMessage(null), paybill }
  if (error.status === 0) return { field: null, message: noConnection, paybill }
  const phone = fieldErrors(error.data).phone_number
  if (phone) return { field: 'phone', message: phone, paybill: null }
  const isOurs = error.status === 429 || error.status >= 500
  return { field: null, message: giftErrorMessage(error.data), paybill: isOurs ? paybill : null }
}
