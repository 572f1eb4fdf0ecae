'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { type GiftProblem, startGiftFlow, stepGiftFlow } from '#lib/client/gifts/gift-flow-state.ts'
import { giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { forgetOpenGift, type OpenGift, readOpenGift, rememberOpenGift } from '#lib/client/gifts/open-gift.ts'
import { voteSession } from '#lib/client/gifts/vote-session.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors, giftErrorMessage } from '#lib/client/http/error-message.ts'

/** The gift flow's state, and what its dialogs may do. */
export function useGiftFlow() {
  const t = useTranslations('Gift')
  const [state, dispatch] = useReducer(stepGiftFlow, null, () => startGiftFlow(readOpenGift()))
  const attempt = useRef({ of: '', key: '' })

  useEffect(() => giftRequests.listen((request) => dispatch({ type: 'asked', request })), [])

  const send = useCallback(
    async (phone: string) => {
      const { request, quantity, sending } = state
      if (!request || sending) return
      dispatch({ type: 'sending' })
      const open = (id: string): void => {
        const gift: OpenGift = { ...request, id, quantity, phone, startedAt: Date.now() }
        rememberOpenGift(gift)
        dispatch({ type: 'opened', gift })
      }
      try {
        const key = attemptKey(attempt.current, `${request.videoId} ${quantity} ${phone}`)
        const { sessionId, deviceFingerprint } = voteSession()
        const answer = await api('POST /videos/{id}/bulk-vote/', {
          path: { id: request.videoId },
          body: {
            session_id: sessionId,
            device_fingerprint: deviceFingerprint,
            phone_number: phone,
            vote_count: quantity,
          },
          attempt: key,
        })
        attempt.current = { of: '', key: '' }
        open(answer.gift_id)
      } catch (error) {
        const other = openGiftOf(error)
        if (other) return open(other)
        if (error instanceof ApiError && error.status > 0) attempt.current = { of: '', key: '' }
        const problem = problemOf(error, t('noConnection'))
        dispatch({ type: 'refused', problem })
        showToast({ title: t('failedToast'), description: problem.message, tone: 'bad' })
      }
    },
    [state, t],
  )

  const settle = useCallback((id: string) => {
    forgetOpenGift(id)
    dispatch({ type: 'settled', id })
  }, [])

  const leave = useCallback((id: string) => {
    forgetOpenGift(id)
    dispatch({ type: 'again', unheard: true })
  }, [])

  return { state, dispatch, send, settle, leave }
}

/** One key for each try: where an answer was lost, sending the same again pays once. */
function attemptKey(kept: { of: string; key: string }, of: string): string {
  if (kept.of !== of) {
    kept.of = of
    kept.key = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
  }
  return kept.key
}

/** The gift whose prompt is already on that phone, where this is why it was refused. */
function openGiftOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'gift_id' in data && typeof data.gift_id === 'string'
    ? data.gift_id
    : null
}

function problemOf(error: unknown, noConnection: string): GiftProblem {
  if (!(error instanceof ApiError)) return { field: null, message: giftErrorMessage(null) }
  if (error.status === 0) return { field: null, message: noConnection }
  const phone = fieldErrors(error.data).phone_number
  return phone ? { field: 'phone', message: phone } : { field: null, message: giftErrorMessage(error.data) }
}
