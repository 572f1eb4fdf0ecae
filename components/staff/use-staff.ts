'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
import { FALLBACK_MESSAGE } from '#lib/client/http/error-message.ts'
import { fetchStaff, type ResetStep, resetSecondFactor, turnStaff } from '#lib/client/overview/admin-api.ts'
import type { StaffMember } from '#lib/contract/staff/calls.ts'

const staffKey = ['admin', 'staff'] as const

export function useStaff(page: number, search: string) {
  return useQuery({
    queryKey: [...staffKey, page, search],
    queryFn: ({ signal }) => fetchStaff({ page, ...(search ? { search } : {}) }, signal),
    placeholderData: keepPreviousData,
  })
}

/** Asks for the list again, wherever it is shown. */
export function useRefreshStaff(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: staffKey })
}

/** Lets somebody in again, or signs them out for good. */
export function useTurnStaff(onDone: () => void) {
  const t = useTranslations('AdminStaff')
  const refresh = useRefreshStaff()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const turn = async ({ id, is_active }: StaffMember) => {
    if (isBusy) return
    const action = is_active ? 'deactivate' : 'activate'
    setBusy(true)
    setProblem(null)
    try {
      const member = await turnStaff(id, action)
      showToast({ title: t(`toast.${action}d`, { name: member.username }), tone: 'good' })
      refresh()
      onDone()
    } catch (error) {
      const sentence = error instanceof ApiError ? error.message : FALLBACK_MESSAGE
      setProblem(sentence)
      showToast({ title: t('toast.failed', { action }), description: sentence, tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, turn }
}

/** Takes a step towards forgetting the authenticator app of somebody who has lost it. */
export function useResetFactor(onDone: () => void) {
  const t = useTranslations('AdminStaff')
  const refresh = useRefreshStaff()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async ({ id }: StaffMember, step: ResetStep) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const member = await resetSecondFactor(id, step)
      showToast({ title: t(resetToasts[step], { name: member.username }), tone: 'good' })
      refresh()
      onDone()
    } catch (error) {
      const sentence = error instanceof ApiError ? error.message : FALLBACK_MESSAGE
      setProblem(sentence)
      showToast({ title: t('resetFailed'), description: sentence, tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, take }
}

const resetToasts = { ask: 'resetAsked', approve: 'resetDone', reject: 'resetCalledOff' } as const
