import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { apiKey } from '#lib/client/http/api-query.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import { fallbackMessage } from '#lib/client/http/error-message.ts'
import type { UserItem } from '#lib/contract/accounts/user-list.ts'

type UsersPage = AnswerOf<'GET /admin/users/'>
export type Turn = 'deactivate' | 'activate'

/** The possible change; null for erased users and for staff, who have their own list. */
export function turnOf({ role, state }: Pick<UserItem, 'role' | 'state'>): Turn | null {
  if ((role !== 'dancer' && role !== 'copyright_owner') || state === 'erased') return null
  return state === 'inactive' ? 'activate' : 'deactivate'
}

export function useTurned(user: UserItem, onClose: () => void) {
  const t = useTranslations('AdminUsers.turn')
  const client = useQueryClient()
  const queryKey = apiKey('GET /admin/users/')
  return {
    onDone: (isActive: boolean) => {
      // Whether the email is verified is unknown here, so the list is refetched.
      const state = isActive ? 'active' : 'inactive'
      client.setQueriesData<UsersPage>({ queryKey }, (page) => withState(page, user.id, state))
      showToast({ title: t(isActive ? 'activated' : 'deactivated', { name: user.username }), tone: 'good' })
      void client.invalidateQueries({ queryKey })
      onClose()
    },
    /** @returns the reason of the refusal; also refetches the list if the user is gone or was changed */
    refused: (error: unknown): string => {
      if (!(error instanceof ApiError)) return fallbackMessage()
      if (error.status === 404 || error.status === 409) void client.invalidateQueries({ queryKey })
      return error.status === 404 ? t('gone') : error.message
    },
  }
}

export function withState(
  page: UsersPage | undefined,
  id: string,
  state: UserItem['state'],
): UsersPage | undefined {
  return page && { ...page, results: page.results.map((one) => (one.id === id ? { ...one, state } : one)) }
}
