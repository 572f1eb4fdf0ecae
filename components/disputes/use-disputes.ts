import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { addressWith, useAddressParam, useAddressText } from '#components/ui/use-address-param.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import type { BodyOf } from '#lib/client/http/api-types.ts'
import { firstFieldErrors } from '#lib/client/http/error-message.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import { disputeFilters, disputeKinds } from '#lib/contract/disputes/constants.ts'

/** Poll interval, because other admins change disputes too. */
const RENEW_MS = 15_000
const kinds = ['', ...disputeKinds] as const

export function useDisputes() {
  const address = useTableAddress<string>(['usual'])
  const status = useAddressParam('status', disputeFilters, 'unresolved')
  const kind = useAddressParam('kind', kinds, '')
  const [from, to] = [useAddressText('from') ?? '', useAddressText('to') ?? '']
  const { page, search } = address
  const filters = { status, kind, search, from, to }
  const list = useQuery({
    ...apiQuery('GET /admin/disputes/', { query: { ...filters, page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  })
  const filterBy = (name: 'status' | 'kind' | 'from' | 'to', value: string) =>
    replaceAddress(addressWith({ [name]: value || null, page: null }))
  return { address, filters, list, filterBy }
}

export function useDispute(id: string) {
  return useQuery({
    ...apiQuery('GET /admin/disputes/{id}/', { path: { id } }),
    refetchInterval: RENEW_MS,
    retry: (times, error) => times < 2 && !(error instanceof ApiError && error.status === 404),
  })
}

const reads = ['GET /admin/disputes/', 'GET /admin/disputes/{id}/', 'GET /admin/waiting/'] as const

type Work<Answer> = { work: () => Promise<Answer>; done: string }

/** A refusal is shown beside its field, or as `problem` if it has none. */
export function useDisputeWork() {
  const t = useTranslations('AdminDisputes')
  const client = useQueryClient()
  const [attempt] = useState(idempotentAttempt)
  const { isPending, error, send } = useSend({
    mutationFn: ({ work }: Work<unknown>) => work(),
    onSuccess: (_, { done }) => showToast({ title: done, tone: 'good' }),
  })
  const fields: Readonly<Record<string, string>> =
    error instanceof ApiError ? firstFieldErrors(error.data) : {}
  const sentence = error instanceof ApiError && error.hasSentence ? error.message : t('tryAgain')
  const run = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    const isDone = await send({ work, done })
    await Promise.all(reads.map((name) => client.invalidateQueries({ queryKey: apiKey(name) })))
    return isDone
  }
  return {
    isBusy: isPending,
    problem: error && Object.keys(fields).length === 0 ? sentence : null,
    fields,
    open: async (body: BodyOf<'POST /admin/disputes/'>): Promise<string | null> => {
      let id: string | null = null
      await run(async () => {
        const key = JSON.stringify(body)
        const answer = await attempt(key, (one) => api('POST /admin/disputes/', { body, attempt: one }))
        id = answer.id
      }, t('toast.opened'))
      return id
    },
    change: (id: string, body: BodyOf<'POST /admin/disputes/{id}/'>) =>
      run(
        () => api('POST /admin/disputes/{id}/', { path: { id }, body }),
        t(body.state === 'resolved' || body.state === 'declined' ? 'toast.closed' : 'toast.changed'),
      ),
    note: (id: string, body: BodyOf<'POST /admin/disputes/{id}/notes/'>) =>
      run(
        () =>
          attempt(JSON.stringify(body), (key) =>
            api('POST /admin/disputes/{id}/notes/', { path: { id }, body, attempt: key }),
          ),
        t(`toast.${body.kind}`),
      ),
    searchStatement: (id: string) =>
      run(() => api('POST /admin/disputes/{id}/statement/', { path: { id } }), t('toast.searching')),
  }
}
