import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { renewWallet } from '#lib/client/wallets/renew-wallet.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'

export const subscriptionQuery = apiQuery('GET /videos/challenge/subscription-status/')
/** While a prompt is on the phone people look at this page. */
const POLL_MS = 3_000

/** How the dancer stands with the month's challenge, once it matters; followed while a payment is open. */
export function useSubscription(isWanted = true) {
  return useQuery({
    ...subscriptionQuery,
    enabled: isWanted,
    refetchInterval: ({ state }) => (isOpen(state.data) ? POLL_MS : false),
  })
}

/** Its end is not known: it may still be told at any moment, although another try is open by then. */
function isOpen(state: SubscriptionState | undefined): boolean {
  return state?.payment_status === 'pending' || (state?.subscribed === false && state.prompt === 'over')
}

export type JoinProblem = { field: 'phone' | null; sentence: string }
type Challenge = NonNullable<SubscriptionState['challenge']>

/** Asks for the subscription's payment: by a prompt, or from the wallet where `phone` is null. */
export function useJoin(challenge: Challenge, isRetry: boolean) {
  const t = useTranslations('Subscription')
  const client = useQueryClient()
  const [paying, setPaying] = useState<'phone' | 'wallet' | null>(null)
  const [problem, setProblem] = useState<JoinProblem | null>(null)
  const [attempt] = useState(idempotentAttempt)

  /** @returns whether the payment is on its way */
  const join = async (phone: string | null): Promise<boolean> => {
    if (paying) return false
    setPaying(phone === null ? 'wallet' : 'phone')
    setProblem(null)
    try {
      const answer = await attempt(phone ?? 'wallet', (key) =>
        api('POST /videos/challenges/{id}/join/', {
          path: { id: challenge.id },
          body: {
            ...(phone === null ? {} : { phone_number: phone }),
            ...(isRetry ? { retry_payment: true } : {}),
          },
          attempt: key,
        }),
      )
      client.setQueryData(
        subscriptionQuery.queryKey,
        (known) =>
          known && {
            ...known,
            subscribed: answer.payment_status === 'paid',
            payment_status: answer.payment_status,
            message: answer.message,
            paybill: answer.paybill,
            prompt: answer.prompt,
          },
      )
      void renewWallet(client)
      return true
    } catch (error) {
      const isUnanswered = error instanceof ApiError && error.status === 0
      const next = problemOf(error)
      setProblem(next)
      showToast({
        title: t(isRetry ? 'retryFailedToast' : 'failedToast'),
        description: next.sentence,
        tone: 'bad',
      })
      // Joined elsewhere, or a payment is open already: the card shows what the server knows.
      if (!isUnanswered) void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey })
      return false
    } finally {
      setPaying(null)
    }
  }

  function problemOf(error: unknown): JoinProblem {
    if (!(error instanceof ApiError)) return { field: null, sentence: t('fallback') }
    if (error.status === 0) return { field: null, sentence: t('noConnection') }
    const phone = fieldErrors(error.data).phone_number
    if (phone) return { field: 'phone', sentence: phone }
    return { field: null, sentence: error.hasSentence ? error.message : t('fallback') }
  }
  return { paying, problem, join }
}

/** Says it once when a payment that was followed is made. */
export function useSubscribedToast(state: SubscriptionState | undefined): void {
  const t = useTranslations('Subscription')
  const before = useRef(state?.subscribed)
  const subscribed = state?.subscribed
  const challenge = state?.challenge?.title ?? ''
  useEffect(() => {
    if (before.current === false && subscribed) {
      showToast({ title: t('subscribedToast', { challenge }), tone: 'good' })
    }
    before.current = subscribed
  }, [subscribed, challenge, t])
}
