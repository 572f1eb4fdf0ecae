import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import { fallbackMessage } from '#lib/client/http/error-message.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import type { StaffMember } from '#lib/contract/staff/calls.ts'

/** Steps of resetting an authenticator app: one super admin requests it, another approves or rejects. */
export type ResetStep = keyof typeof resets

const resets = {
  ask: 'POST /admin/compliance-staff/{id}/reset-second-factor/',
  approve: 'POST /admin/compliance-staff/{id}/reset-second-factor/approve/',
  reject: 'POST /admin/compliance-staff/{id}/reset-second-factor/reject/',
} as const

/** Poll interval, because other admins change staff too. */
const EVERY_MS = 15_000

export function useStaff(page: number, search: string) {
  return useQuery({
    ...apiQuery('GET /admin/compliance-staff/', {
      query: { page, page_size: PAGE_SIZE, ...(search ? { search } : {}) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}

export function useRefreshStaff(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: apiKey('GET /admin/compliance-staff/') })
}

/** The possible change; `letIn` activates a new super admin for the first time. */
export function turnOf(member: StaffMember): 'deactivate' | 'activate' | 'letIn' {
  if (member.is_active) return 'deactivate'
  return member.awaits_confirmation ? 'letIn' : 'activate'
}

export function useTurnStaff(onDone: () => void) {
  const t = useTranslations('AdminStaff')
  const { isBusy, problem, change } = useStaffChange(onDone)
  const turn = (member: StaffMember) => {
    const { id, is_active } = member
    const action = is_active ? 'deactivate' : 'activate'
    const activated = turnOf(member) === 'letIn' ? 'toast.letIn' : 'toast.mayJoin'
    change({
      member,
      send: () => api(`POST /admin/compliance-staff/{id}/${action}/`, { path: { id } }),
      done: ({ username: name, is_active: isActive, has_joined: hasJoined }) =>
        t(isActive ? (hasJoined ? 'toast.activated' : activated) : 'toast.deactivated', { name }),
      failed: t('toast.failed', { action }),
    })
  }
  return { isBusy, problem, turn }
}

export function useResetFactor(onDone: () => void) {
  const t = useTranslations('AdminStaff')
  const { isBusy, problem, change } = useStaffChange(onDone)
  const take = (member: StaffMember, step: ResetStep) =>
    change({
      member,
      send: () => api(resets[step], { path: { id: member.id } }),
      done: ({ username: name }) => t(resetToasts[step], { name }),
      failed: t('resetFailed'),
    })
  return { isBusy, problem, take }
}

const resetToasts = { ask: 'resetAsked', approve: 'resetDone', reject: 'resetCalledOff' } as const

export function useWithdrawInvitation(onDone: () => void) {
  const t = useTranslations('AdminStaff')
  const { isBusy, problem, change } = useStaffChange(onDone)
  const withdraw = (member: StaffMember) =>
    change({
      member,
      send: () => api('POST /admin/compliance-staff/{id}/withdraw/', { path: { id: member.id } }),
      done: ({ username: name }) => t('withdrawDone', { name }),
      failed: t('withdrawFailed'),
    })
  return { isBusy, problem, withdraw }
}

type StaffChange = {
  member: StaffMember
  /** Null if the member was removed. */
  send: () => Promise<StaffMember | null>
  /** Gets the member's new state, or the old one after a removal. */
  done: (member: StaffMember) => string
  failed: string
}

/** A refusal is shown as toast and in the dialog. */
function useStaffChange(onDone: () => void) {
  const client = useQueryClient()
  const refresh = useRefreshStaff()
  const { isPending, error, send } = useSend({
    mutationFn: ({ send }: StaffChange) => send(),
    onSuccess: (changed, { member, done }) => {
      client.setQueriesData<StaffPage>({ queryKey: apiKey('GET /admin/compliance-staff/') }, (page) =>
        withMember(page, member.id, changed),
      )
      showToast({ title: done(changed ?? member), tone: 'good' })
      refresh()
      onDone()
    },
    onError: (failure, { failed }) =>
      showToast({ title: failed, description: sentenceOf(failure), tone: 'bad' }),
  })
  return {
    isBusy: isPending,
    problem: error && sentenceOf(error),
    change: (wanted: StaffChange) => void send(wanted),
  }
}

type StaffPage = AnswerOf<'GET /admin/compliance-staff/'>

function withMember(
  page: StaffPage | undefined,
  id: string,
  changed: StaffMember | null,
): StaffPage | undefined {
  const changes = changed ? [changed] : []
  return page && { ...page, results: page.results.flatMap((one) => (one.id === id ? changes : [one])) }
}

function sentenceOf(error: Error): string {
  return error instanceof ApiError ? error.message : fallbackMessage()
}
