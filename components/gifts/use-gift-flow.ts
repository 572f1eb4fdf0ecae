import { useTranslations } from 'next-intl'
import { type Dispatch, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { watchLeaving } from '#lib/client/browser/watch-leaving.ts'
import { idempotentAttempt, whatIsKnown } from '#lib/client/forms/idempotent-attempt.ts'
import { storeInTab } from '#lib/client/forms/stored-attempts.ts'
import { besides, findOpenGift } from '#lib/client/gifts/find-open-gift.ts'
import {
  type GiftFlowAction,
  type GiftFlowState,
  type GiftProblem,
  startGiftFlow,
  stepGiftFlow,
} from '#lib/client/gifts/gift-flow-state.ts'
import { giftRequests, type VideoPaybill } from '#lib/client/gifts/gift-requests.ts'
import {
  forgetOpenGift,
  noteOutcome,
  type OpenGift,
  readOpenGift,
  rememberOpenGift,
} from '#lib/client/gifts/open-gift.ts'
import { orderGift } from '#lib/client/gifts/order-gift.ts'
import { OPEN_GIFT } from '#lib/client/gifts/stored-gifts.ts'
import {
  forgetWaitingGift,
  keepWaitingGift,
  mayBeSent,
  readWaitingGift,
  type WaitingGift,
  type WaitsFor,
} from '#lib/client/gifts/waiting-gift.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { fieldErrors, giftErrorMessage } from '#lib/client/http/error-message.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

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
