import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiKey } from '#lib/client/http/api-query.ts'
import { firstFieldErrors } from '#lib/client/http/error-message.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { SignalActionKind } from '#lib/contract/fraud/actions.ts'

type Work = { work: () => Promise<unknown>; done: string }

export function useSignalActions(signalId: string) {
  const t = useTranslations('Signals.actions')
  const reopened = useTranslations('Signals.reopen')
  const client = useQueryClient()
  const [attempt] = useState(idempotentAttempt)
  const { isPending, error, send } = useSend({
    mutationFn: ({ work }: Work) => work(),
    onSuccess: (_, { done }) => showToast({ title: done, tone: 'good' }),
  })
  const fields = error instanceof ApiError ? firstFieldErrors(error.data) : {}
  const sentence = error instanceof ApiError && error.hasSentence ? error.message : t('failed')
  const run = async (work: Work['work'], done: string): Promise<boolean> => {
    const isDone = await send({ work, done })
    await Promise.all([
      client.invalidateQueries({ queryKey: ['signal', signalId] }),
      client.invalidateQueries({ queryKey: deskAnswers.lists('signal') }),
      client.invalidateQueries({ queryKey: apiKey('GET /admin/waiting/') }),
    ])
    return isDone
  }
  const path = { id: signalId }
  return {
    isBusy: isPending,
    problem: error && !fields.note ? sentence : null,
    noteProblem: fields.note,
    order: (action: SignalActionKind, gift_ids: readonly string[], total: number, note: string) => {
      const body = { action, gift_ids: [...gift_ids], note, ...(action === 'hold' ? {} : { total }) }
      return run(
        () =>
          attempt(JSON.stringify(body), (key) =>
            api('POST /admin/fraud-signals/{id}/actions/', { path, body, attempt: key }),
          ),
        t(`toast.${action}`),
      )
    },
    decide: (action_id: string, decision: 'confirm' | 'reject', note: string) =>
      run(
        () =>
          api('POST /admin/fraud-signals/{id}/actions/{action_id}/decide/', {
            path: { ...path, action_id },
            body: { decision, note },
          }),
        t(`toast.${decision}`),
      ),
    reopen: (note: string) =>
      run(
        () => api('POST /users/compliance/fraud-signals/{id}/reopen/', { path, body: { note } }),
        reopened('done'),
      ),
  }
}
