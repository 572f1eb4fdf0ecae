import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { type GiftProblem, startGiftFlow, stepGiftFlow } from '#lib/client/gifts/gift-flow-state.ts'
import { giftRequests, type VideoPaybill } from '#lib/client/gifts/gift-requests.ts'
import { forgetOpenGift, type OpenGift, readOpenGift, rememberOpenGift } from '#lib/client/gifts/open-gift.ts'
import { voteSession } from '#lib/client/gifts/vote-session.ts'
import {
  forgetWaitingGift,
  keepWaitingGift,
  mayBeSent,
  readWaitingGift,
  type WaitingGift,
} from '#lib/client/gifts/waiting-gift.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors, giftErrorMessage } from '#lib/client/http/error-message.ts'

/** How often a waiting gift is tried, in milliseconds: a phone may hold on to a network that leads nowhere, without an event. */
const TRY_EVERY_MS = 5_000

/** The gift flow's state, and what its dialogs may do. */
export function useGiftFlow() {
  const t = useTranslations('Gift')
  const [state, dispatch] = useReducer(stepGiftFlow, null, () =>
    startGiftFlow(readOpenGift(), readWaitingGift()),
  )
  const [attempt] = useState(() => idempotentAttempt(begunBy(state.waiting)))
  // What is on its way. Closing the dialog does not take it back; cancelling keeps it from being sent again.
  const underWay = useRef<{ isCancelled: boolean } | null>(null)

  useEffect(() => giftRequests.listen((request) => dispatch({ type: 'asked', request })), [])

  const send = useCallback(
    async (phone: string) => {
      const { request, quantity, waiting } = state
      if (!request || underWay.current) return
      if (waiting && !mayBeSent(waiting, Date.now())) {
        forgetWaitingGift()
        const problem = { field: null, message: t('waitedTooLong'), paybill: request.paybill }
        return dispatch({ type: 'refused', problem })
      }
      const own = { isCancelled: false }
      underWay.current = own
      dispatch({ type: 'sending', phone })
      const open = (id: string): void => {
        const { videoId, title, dancer } = request
        const gift: OpenGift = { videoId, title, dancer, id, quantity, phone, startedAt: Date.now() }
        rememberOpenGift(gift)
        forgetWaitingGift()
        dispatch({ type: 'opened', gift })
      }
      let sentKey = ''
      try {
        const { sessionId, deviceFingerprint } = voteSession()
        const answer = await attempt(contentOf(request.videoId, quantity, phone), (key) => {
          sentKey = key
          return api('POST /videos/{id}/bulk-vote/', {
            path: { id: request.videoId },
            body: {
              session_id: sessionId,
              device_fingerprint: deviceFingerprint,
              phone_number: phone,
              vote_count: quantity,
            },
            attempt: key,
          })
        })
        open(answer.gift_id)
      } catch (error) {
        const other = openGiftOf(error)
        if (other) return open(other)
        if (own.isCancelled) return
        const startedAt = waiting?.startedAt ?? Date.now()
        const gift: WaitingGift = { key: sentKey, request, quantity, phone, startedAt }
        if (isUnanswered(error) && mayBeSent(gift, Date.now())) {
          keepWaitingGift(gift)
          return dispatch({ type: 'waits', gift })
        }
        forgetWaitingGift()
        dispatch({ type: 'refused', problem: problemOf(error, request.paybill, t('noConnection')) })
      } finally {
        if (underWay.current === own) underWay.current = null
      }
    },
    [state, t, attempt],
  )

  useSentWhenBack(state.waiting, send)

  const cancel = useCallback(() => {
    if (underWay.current) underWay.current.isCancelled = true
    underWay.current = null
    forgetWaitingGift()
    dispatch({ type: 'cancelled' })
  }, [])

  const settle = useCallback((id: string) => {
    forgetOpenGift(id)
    dispatch({ type: 'settled', id })
  }, [])

  const leave = useCallback((id: string) => {
    forgetOpenGift(id)
    dispatch({ type: 'again', unanswered: true })
  }, [])

  return { state, dispatch, send, cancel, settle, leave }
}

/** Sends a waiting gift when the device says that the line is back, and every few seconds, because not every device says so. */
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

function contentOf(videoId: string, quantity: number, phone: string): string {
  return `${videoId} ${quantity} ${phone}`
}

/** What a gift was begun with before a reload, for its key. */
function begunBy(waiting: WaitingGift | null) {
  if (!waiting) return null
  const { request, quantity, phone, key } = waiting
  return { content: contentOf(request.videoId, quantity, phone), key }
}

/** Whether nobody knows what became of a request: no answer came, or the first one is still being answered. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.code === 'request_in_progress')
}

/** The gift whose prompt is already on that phone, where this is why it was refused. */
function openGiftOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'gift_id' in data && typeof data.gift_id === 'string'
    ? data.gift_id
    : null
}

function problemOf(error: unknown, paybill: VideoPaybill | null, noConnection: string): GiftProblem {
  if (!(error instanceof ApiError)) return { field: null, message: giftErrorMessage(null), paybill }
  if (error.status === 0) return { field: null, message: noConnection, paybill }
  const phone = fieldErrors(error.data).phone_number
  if (phone) return { field: 'phone', message: phone, paybill: null }
  const isOurs = error.status === 429 || error.status >= 500
  return { field: null, message: giftErrorMessage(error.data), paybill: isOurs ? paybill : null }
}
