import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import { queryClient } from '#lib/client/http/query-client.ts'
import { renewAnswers } from '#lib/client/http/renew-answers.ts'
import { followMember } from '#lib/client/live/member-socket.ts'

const unreadQuery = apiQuery('GET /notifications/unread/')

/** The number of unread notifications, from the socket; polled while the socket is down. */
export function useUnread(): number {
  const client = queryClient()
  const { data } = useQuery({ ...unreadQuery, staleTime: Number.POSITIVE_INFINITY }, client)
  // Connects only after the call, which renews an expired token; a socket cannot.
  const isKnown = data !== undefined
  useEffect(() => {
    if (!isKnown) return
    return followMember({
      onUpdate: (message) => {
        if (message.type !== 'notifications_unread') return
        const known = client.getQueryData(unreadQuery.queryKey)
        // Cancels a running call, whose answer would be older than the message.
        void client.cancelQueries({ queryKey: unreadQuery.queryKey, exact: true })
        client.setQueryData(unreadQuery.queryKey, { unread: message.count })
        // A notification is new or was read elsewhere, so the list is outdated.
        if (known && known.unread !== message.count) void renewAnswers(client, apiKey('GET /notifications/'))
      },
      onPoll: () => void client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
    })
  }, [client, isKnown])
  return data?.unread ?? 0
}

/** Takes the number of an answer unless a newer number is known. @param askedAt in ms */
export function takeUnread(unread: number, askedAt: number): void {
  const client = queryClient()
  const known = client.getQueryState(unreadQuery.queryKey)
  if (!known || known.dataUpdatedAt <= askedAt) client.setQueryData(unreadQuery.queryKey, { unread })
  void renewAnswers(client, apiKey('GET /notifications/'))
}
