import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import { queryClient } from '#lib/client/http/query-client.ts'
import { renewAnswers } from '#lib/client/http/renew-answers.ts'
import { followMember } from '#lib/client/live/member-socket.ts'

const unreadQuery = apiQuery('GET /notifications/unread/')

/** From the socket; polled while it is down. */
export function useUnread(): number {
  const client = queryClient()
  const { data } = useQuery({ ...unreadQuery, staleTime: Number.POSITIVE_INFINITY }, client)
  // The call first: it renews an expired token, which a socket cannot.
  const isKnown = data !== undefined
  useEffect(() => {
    if (!isKnown) return
    return followMember({
      onUpdate: (message) => {
        if (message.type !== 'notifications_unread') return
        const known = client.getQueryData(unreadQuery.queryKey)
        // A running answer would be older.
        void client.cancelQueries({ queryKey: unreadQuery.queryKey, exact: true })
        client.setQueryData(unreadQuery.queryKey, { unread: message.count })
        // New or read elsewhere.
        if (known && known.unread !== message.count) void renewAnswers(client, apiKey('GET /notifications/'))
      },
      onPoll: () => void client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
    })
  }, [client, isKnown])
  return data?.unread ?? 0
}

/** Ignores an answer older than the newest number. @param askedAt in milliseconds */
export function takeUnread(unread: number, askedAt: number): void {
  const client = queryClient()
  const known = client.getQueryState(unreadQuery.queryKey)
  if (!known || known.dataUpdatedAt <= askedAt) client.setQueryData(unreadQuery.queryKey, { unread })
  void renewAnswers(client, apiKey('GET /notifications/'))
}
