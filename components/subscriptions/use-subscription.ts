import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { refetchAfterRefusal } from '#components/review/refetch.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { changeAnswer } from '#lib/client/http/renew-answers.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { renewWallet } from '#lib/client/wallets/renew-wallet.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'

export const subscriptionQuery = apiQuery('GET /videos/challenge/subscription-status/')
/** Short, because users watch the page during a prompt. */
const POLL_MS = 3_000

/** The dancer's subscription, polled during a payment. */
export function useSubscription(isWanted = true) {
  return useQuery({
    ...subscriptionQuery,
    enabled: isWanted,
    refetchInterval: ({ state }) => (isOpen(state.data) ? POLL_MS : false),
  })
}

/** Tells if a payment can still get an outcome, even if a retry is possible. */
function isOpen(state: SubscriptionState | undefined): boolean {
  return state?.payment_status === 'pending' || (state?.subscribed === false && state.prompt === 'over')
}

export type JoinProblem = { field: 'phone' | null; sentence: string }
type Challenge = NonNullable<SubscriptionState['challenge']>

/** `fee` is the one on the button. */
type Payment = { phone: string | null; fee: number }

/**
 * Pays the fee by prompt, or from the wallet if `phone` is null. If the fee is higher than shown, the server
 * takes nothing and the new fee is loaded.
 */
export function useJoin(challenge: Challenge, isRetry: boolean) {
  const problemOf = useJoinProblem(isRetry)
  const client = useQueryClient()
  const [attempt] = useState(idempotentAttempt)
  const { isPending, error, sent, send } = useSend({
    mutationFn: ({ phone, fee }: Payment) => {
      const body = {
        ...(phone === null ? {} : { phone_number: phone }),
        ...(isRetry ? { retry_payment: true } : {}),
        shown_fee: fee,
      }
      return attempt(JSON.stringify(body), (key) =>
        api('POST /videos/challenges/{id}/join/', { path: { id: challenge.id }, body, attempt: key }),
      )
    },
    onSuccess: (answer) => {
      changeAnswer(
        client,
        subscriptionQuery.queryKey,
        (known) =>
          known && {
            ...known,
            subscribed: answer.payment_status === 'paid',
            payment_status: answer.payment_status,
            message: answer.message,
            paybill: answer.paybill,
            prompt: answer.prompt,
            refund: null,
          },
      )
      void renewWallet(client)
    },
    onError: async (refusal) => {
      if (isPriceChange(refusal)) return refetchAfterRefusal(client, subscriptionQuery.queryKey)
      const isUnanswered = refusal instanceof ApiError && refusal.status === 0
      // Joined on another device or paying already, so the subscription is refetched.
      if (!isUnanswered) void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey })
    },
  })
  const from = sent?.phone === null ? 'wallet' : 'phone'
  return {
    paying: isPending ? from : null,
    problem: error && problemOf(error),
    join: (phone: string | null) => send({ phone, fee: challenge.subscription_fee }),
  }
}

function isPriceChange(refusal: unknown): boolean {
  return refusal instanceof ApiError && refusal.code === 'price_changed'
}

export function useJoinProblem(isRetry: boolean): (refusal: unknown) => JoinProblem {
  const t = useTranslations('Subscription')
  return (refusal) => {
    const whole = (sentence: string): JoinProblem => ({
      field: null,
      sentence: `${t(isRetry ? 'retryFailedToast' : 'failedToast')}: ${sentence}`,
    })
    if (!(refusal instanceof ApiError)) return whole(t('fallback'))
    if (refusal.status === 0) return whole(t('noConnection'))
    const phone = fieldErrors(refusal.data).phone_number
    if (phone) return { field: 'phone', sentence: phone }
    return whole(refusal.hasSentence ? refusal.message : t('fallback'))
  }
}

/** Shows a toast once, if the subscription starts while the page is open. */
export function useSubscribedToast(state: SubscriptionState | undefined): void {
  const t = useTranslations('Subscription')
  const before = useRef(state?.subscribed)
  const subscribed = state?.subscribed
  const challenge = useMonthTitle()(state?.challenge?.title ?? '')
  useEffect(() => {
    if (before.current === false && subscribed) {
      showToast({ title: t('subscribedToast', { challenge }), tone: 'good' })
    }
    before.current = subscribed
  }, [subscribed, challenge, t])
}
