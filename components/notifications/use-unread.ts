import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import { queryClient } from '#lib/client/http/query-client.ts'
import { renewAnswers } from '#lib/client/http/renew-answers.ts'
import { followMember } from '#lib/client/live/member-socket.ts'

const unreadQuery = apiQuery('GET /notifications/unread/')

/** How many notifications are unread: as the member's socket says, asked for while it is down. */
export function useUnread(): number {
  const client = queryClient()
  const { data } = useQuery({ ...unreadQuery, staleTime: Number.POSITIVE_INFINITY }, client)
  // The call comes first: it renews a token that has run out, which a socket can only be refused with.
  const isKnown = data !== undefined
  useEffect(() => {
    if (!isKnown) return
    return followMember({
      onUpdate: (message) => {
        if (message.type !== 'notifications_unread') return
        const known = client.getQueryData(unreadQuery.queryKey)
        // An answer that is under way would be older.
        void client.cancelQueries({ queryKey: unreadQuery.queryKey, exact: true })
        client.setQueryData(unreadQuery.queryKey, { unread: message.count })
        // Something has come or was read elsewhere.
        if (known && known.unread !== message.count) void renewAnswers(client, apiKey('GET /notifications/'))
      },
      onPoll: () => void client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
    })
  }, [client, isKnown])
  return data?.unread ?? 0
}

/** Takes the number that an answer has told, unless a newer one has come since it was asked for. @param askedAt in milliseconds */
export function takeUnread(unread: number, askedAt: number): void {
  const client = queryClient()
  const known = client.getQueryState(unreadQuery.queryKey)
  if (!known || known.dataUpdatedAt <= askedAt) client.setQueryData(unreadQuery.queryKey, { unread })
  void renewAnswers(client, apiKey('GET /notifications/'))
}
