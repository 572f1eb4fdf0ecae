import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocale } from 'next-intl'
import { api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { queryClient } from '#lib/client/http/query-client.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { defaultLocale, isLocale } from '#messages/locales.ts'
import { takeUnread } from './use-unread.ts'

export function useNotifications(page: number, pageSize: number) {
  const locale = useLocale()
  const query = { page, page_size: pageSize, locale: isLocale(locale) ? locale : defaultLocale }
  const options = { ...apiQuery('GET /notifications/', { query }), placeholderData: keepPreviousData }
  return useQuery(options, queryClient())
}

/** Marks the notifications with these ids as read; without ids all. */
export function useMarkRead() {
  return useSend<{ unread: number; askedAt: number }, string[] | undefined>(
    {
      mutationFn: async (ids) => {
        const askedAt = Date.now()
        const { unread } = await api('POST /notifications/read/', { body: ids ? { ids } : {} })
        return { unread, askedAt }
      },
      onSuccess: ({ unread, askedAt }) => takeUnread(unread, askedAt),
    },
    queryClient(),
  )
}
