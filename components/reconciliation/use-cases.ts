'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { addressWith, useAddressParam } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
import {
  acknowledgeAlert,
  approvePayout,
  fetchCase,
  fetchCases,
  type Resolution,
  resolveCase,
  resumePayouts,
} from '#lib/client/reconciliation/admin-payments-api.ts'
import { type CaseFilter, caseFilters } from '#lib/contract/reconciliation/calls.ts'

const KEY = 'admin-payments'
/** What M-Pesa tells meanwhile is seen. */
const RENEW_MS = 15_000

/** The list as the address names it. */
export function useCases() {
  const address = useTableAddress<string>(['usual'])
  const status = useAddressParam<CaseFilter>('status', caseFilters, 'unresolved')
  const { page, search } = address
  const list = useQuery({
    queryKey: [KEY, 'list', status, page, search],
    queryFn: ({ signal }) => fetchCases({ page, status, search }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  })
  const filterBy = (next: CaseFilter) =>
    visit(addressWith({ status: next === 'unresolved' ? null : next, page: null, search: null }))
  return { address, status, list, filterBy }
}

/** One of them. */
export function useCase(id: string) {
  return useQuery({
    queryKey: [KEY, 'case', id],
    queryFn: ({ signal }) => fetchCase(id, signal),
    refetchInterval: RENEW_MS,
    retry: (times, error) => times < 2 && !(error instanceof ApiError && error.status === 404),
  })
}

export type FieldProblems = Readonly<Record<string, string>>

/** Does something about a case; what the server refuses stays in view, by the field where it is about one. */
export function useCaseWork(id: string) {
  const t = useTranslations('AdminPayments')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [fields, setFields] = useState<FieldProblems>({})
  const [attempt] = useState(idempotentAttempt)

  const run = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    setProblem(null)
    setFields({})
    try {
      await work()
      showToast({ title: done, tone: 'good' })
      return true
    } catch (error) {
      const found = error instanceof ApiError ? fieldProblems(error.data) : {}
      setFields(found)
      if (Object.keys(found).length === 0)
        setProblem(error instanceof ApiError && error.hasSentence ? error.message : t('tryAgain'))
      return false
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: [KEY] })
    }
  }

  const resolve = (body: Resolution, done: string) =>
    run(() => attempt(JSON.stringify(body), (key) => resolveCase(id, body, key)), done)

  return {
    ...{ isBusy, problem, fields, resolve },
    approve: () => run(() => approvePayout(id), t('toast.approved')),
    resume: () => run(resumePayouts, t('toast.resumed')),
    acknowledge: () => run(() => acknowledgeAlert(id), t('toast.acknowledged')),
  }
}

/** `{errors: {field: [sentences]}}` of api.md. */
function fieldProblems(data: unknown): FieldProblems {
  if (typeof data !== 'object' || data === null || !('errors' in data)) return {}
  const { errors } = data
  if (typeof errors !== 'object' || errors === null) return {}
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, said]: [string, unknown]) =>
      Array.isArray(said) && typeof said[0] === 'string' ? [[field, said[0]]] : [],
    ),
  )
}
