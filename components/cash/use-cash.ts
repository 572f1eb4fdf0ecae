import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { addressWith, dayIn, useAddressQuery } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import type { BodyOf } from '#lib/client/http/api-types.ts'
import { firstFieldErrors } from '#lib/client/http/error-message.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { cashStates, listedCashKinds } from '#lib/contract/cash/constants.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'

/** Poll interval, because other admins change journals too. */
const RENEW_MS = 15_000
const names = ['kind', 'status', 'from', 'to'] as const
export type CashFilter = (typeof names)[number]

export function useCashList() {
  const address = useTableAddress<string>(['usual'])
  const params = new URLSearchParams(useAddressQuery())
  const filters = {
    kind: listedCashKinds.find((one) => one === params.get('kind')),
    status: cashStates.find((one) => one === params.get('status')),
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    search: address.search,
  }
  const list = useQuery({
    ...apiQuery('GET /admin/cash-journals/', {
      query: { ...filters, page: address.page, page_size: PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  })
  const filterBy = (name: CashFilter, value: string) => {
    const to = addressWith({ [name]: value || null, page: null })
    if (name === 'kind' || name === 'status') visit(to)
    else replaceAddress(to)
  }
  const isFiltered = names.some((name) => Boolean(filters[name]))
  const clear = () => visit(addressWith(Object.fromEntries([...names, 'page'].map((name) => [name, null]))))
  return { address, filters, list, filterBy, isFiltered, clear }
}

const reads = ['GET /admin/cash-journals/', 'GET /admin/cash-position/', 'GET /admin/waiting/'] as const

type Work = { work: () => Promise<unknown>; done: string }

/** A refusal is shown beside its field, or as `problem` if it has none. */
export function useCashWork() {
  const t = useTranslations('AdminBooks')
  const client = useQueryClient()
  const [attempt] = useState(idempotentAttempt)
  const { isPending, error, send } = useSend({
    mutationFn: ({ work }: Work) => work(),
    onSuccess: (_, { done }) => showToast({ title: done, tone: 'good' }),
  })
  const fields: Readonly<Record<string, string>> =
    error instanceof ApiError ? firstFieldErrors(error.data) : {}
  const sentence = error instanceof ApiError && error.hasSentence ? error.message : t('tryAgain')
  /** Refetches in any case. @returns whether the work succeeded */
  const run = async (work: Work['work'], done: string): Promise<boolean> => {
    const isDone = await send({ work, done })
    await Promise.all(reads.map((name) => client.invalidateQueries({ queryKey: apiKey(name) })))
    return isDone
  }
  return {
    isBusy: isPending,
    problem: error && Object.keys(fields).length === 0 ? sentence : null,
    fields,
    propose: (body: BodyOf<'POST /admin/cash-journals/'>) =>
      run(
        () =>
          attempt(JSON.stringify(body), (key) => api('POST /admin/cash-journals/', { body, attempt: key })),
        t('toast.proposed'),
      ),
    reverse: (id: string, note: string) =>
      run(
        () =>
          attempt(`${id} ${note}`, (key) =>
            api('POST /admin/cash-journals/{id}/reverse/', { path: { id }, body: { note }, attempt: key }),
          ),
        t('toast.proposed'),
      ),
    confirm: (id: string) =>
      run(
        () => api('POST /admin/cash-journals/{id}/confirm/', { path: { id }, attempt: null }),
        t('toast.confirmed'),
      ),
    reject: (id: string, reason: string, isOwn: boolean) =>
      run(
        () => api('POST /admin/cash-journals/{id}/reject/', { path: { id }, body: { reason } }),
        t(isOwn ? 'toast.withdrawn' : 'toast.rejected'),
      ),
  }
}
