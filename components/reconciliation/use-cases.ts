import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useDayRange } from '#components/desk/day-range.tsx'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { addressWith, useAddressParam } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import type { BodyOf } from '#lib/client/http/api-types.ts'
import { firstFieldErrors } from '#lib/client/http/error-message.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import { type CaseFilter, caseFilters } from '#lib/contract/reconciliation/constants.ts'

/** Poll interval, because M-Pesa may answer meanwhile. */
const RENEW_MS = 15_000

export function useCases() {
  const address = useTableAddress<string>(['usual'])
  const status = useAddressParam<CaseFilter>('status', caseFilters, 'unresolved')
  const days = useDayRange()
  const filters = { status, from: days.from, to: days.to, search: address.search }
  const list = useQuery({
    ...apiQuery('GET /admin/payments/', {
      query: { ...filters, page: address.page, page_size: PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  })
  const filterBy = (next: CaseFilter) =>
    visit(addressWith({ status: next === 'unresolved' ? null : next, page: null, search: null }))
  const clear = () => visit(addressWith({ status: null, from: null, to: null, page: null }))
  return { address, status, days, filters, list, filterBy, clear }
}

export function useCase(id: string) {
  return useQuery({
    ...apiQuery('GET /admin/payments/{id}/', { path: { id } }),
    refetchInterval: RENEW_MS,
    retry: (times, error) => times < 2 && !(error instanceof ApiError && error.status === 404),
  })
}

const reads = ['GET /admin/payments/', 'GET /admin/payments/{id}/'] as const

export type Resolution = BodyOf<'POST /admin/payments/{id}/resolve/'>
export type FieldProblems = Readonly<Record<string, string>>

type CaseWork = { work: () => Promise<unknown>; done: string }

/** A refusal is shown beside its field, or as `problem` if it has none. */
export function useCaseWork(id: string) {
  const t = useTranslations('AdminPayments')
  const client = useQueryClient()
  const [attempt] = useState(idempotentAttempt)
  const { isPending, error, send } = useSend({
    mutationFn: ({ work }: CaseWork) => work(),
    onSuccess: (_, { done }) => showToast({ title: done, tone: 'good' }),
  })
  const fields: FieldProblems = error instanceof ApiError ? firstFieldErrors(error.data) : {}
  const sentence = error instanceof ApiError && error.hasSentence ? error.message : t('tryAgain')

  /** Refetches in any case. @returns whether the work succeeded */
  const run = async (work: CaseWork['work'], done: string): Promise<boolean> => {
    const isDone = await send({ work, done })
    await Promise.all(reads.map((name) => client.invalidateQueries({ queryKey: apiKey(name) })))
    return isDone
  }

  const resolve = (body: Resolution, done: string) =>
    run(
      () =>
        attempt(JSON.stringify(body), (key) =>
          api('POST /admin/payments/{id}/resolve/', { path: { id }, body, attempt: key }),
        ),
      done,
    )

  return {
    isBusy: isPending,
    problem: error && Object.keys(fields).length === 0 ? sentence : null,
    fields,
    resolve,
    approve: () =>
      run(
        () => api('POST /admin/payouts/{id}/approve/', { path: { id }, attempt: null }),
        t('toast.approved'),
      ),
    resume: () => run(() => api('POST /admin/payouts/resume/', { attempt: null }), t('toast.resumed')),
    acknowledge: () => {
      // The case's id is `alert-7`, the alert's is `7`.
      const path = { id: id.replace('alert-', '') }
      return run(() => api('POST /admin/payout-alerts/{id}/acknowledge/', { path }), t('toast.acknowledged'))
    },
  }
}
