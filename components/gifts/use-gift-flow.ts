import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { type GiftProblem, startGiftFlow, stepGiftFlow } from '#lib/client/gifts/gift-flow-state.ts'
import { giftRequests, type VideoPaybill } from '#lib/client/gifts/gift-requests.ts'
import { forgetOpenGift, type OpenGift, readOpenGift, rememberOpenGift } from '#lib/client/gifts/open-gift.ts'
import { voteSession } from '#lib/client/gifts/vote-session.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors, giftErrorMessage } from '#lib/client/http/error-message.ts'

/** The gift flow's state, and what its dialogs may do. */
export function useGiftFlow() {
  const t = useTranslations('Gift')
  const [state, dispatch] = useReducer(stepGiftFlow, null, () => startGiftFlow(readOpenGift()))
  const [attempt] = useState(idempotentAttempt)

  useEffect(() => giftRequests.listen((request) => dispatch({ type: 'asked', request })), [])

  const send = useCallback(
    async (phone: string) => {
      const { request, quantity, sending } = state
      if (!request || sending) return
      dispatch({ type: 'sending', phone })
      const open = (id: string): void => {
        const { videoId, title, dancer } = request
        const gift: OpenGift = { videoId, title, dancer, id, quantity, phone, startedAt: Date.now() }
        rememberOpenGift(gift)
        dispatch({ type: 'opened', gift })
      }
      try {
        const { sessionId, deviceFingerprint } = voteSession()
        const answer = await attempt(`${request.videoId} ${quantity} ${phone}`, (key) =>
          api('POST /videos/{id}/bulk-vote/', {
            path: { id: request.videoId },
            body: {
              session_id: sessionId,
              device_fingerprint: deviceFingerprint,
              phone_number: phone,
              vote_count: quantity,
            },
            attempt: key,
          }),
        )
        open(answer.gift_id)
      } catch (error) {
        const other = openGiftOf(error)
        if (other) return open(other)
        dispatch({ type: 'refused', problem: problemOf(error, request.paybill, t('noConnection')) })
      }
    },
    [state, t, attempt],
  )

  const settle = useCallback((id: string) => {
    forgetOpenGift(id)
    dispatch({ type: 'settled', id })
  }, [])

  const leave = useCallback((id: string) => {
    forgetOpenGift(id)
    dispatch({ type: 'again', unanswered: true })
  }, [])

  return { state, dispatch, send, settle, leave }
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
