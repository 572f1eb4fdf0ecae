import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import { FALLBACK_MESSAGE } from '#lib/client/http/error-message.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import type { StaffMember } from '#lib/contract/staff/calls.ts'

/** What becomes of somebody's authenticator app: one super admin asks for a reset, another confirms it or calls it off. */
export type ResetStep = keyof typeof resets

const resets = {
  ask: 'POST /admin/compliance-staff/{id}/reset-second-factor/',
  approve: 'POST /admin/compliance-staff/{id}/reset-second-factor/approve/',
  reject: 'POST /admin/compliance-staff/{id}/reset-second-factor/reject/',
} as const

export function useStaff(page: number, search: string) {
  return useQuery({
    ...apiQuery('GET /admin/compliance-staff/', {
      query: { page, page_size: PAGE_SIZE, ...(search ? { search } : {}) },
    }),
    placeholderData: keepPreviousData,
  })
}

/** Asks for the list again, wherever it is shown. */
export function useRefreshStaff(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: apiKey('GET /admin/compliance-staff/') })
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
      const member = await api(`POST /admin/compliance-staff/{id}/${action}/`, { path: { id } })
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
      const member = await api(resets[step], { path: { id } })
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
