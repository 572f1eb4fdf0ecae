import {
  type DataTag,
  type QueryClient,
  type QueryKey,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useMyProfile } from '#components/profiles/use-my-profile.ts'
import { subscriptionQuery, useSubscription } from '#components/subscriptions/use-subscription.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import { renewAnswers } from '#lib/client/http/renew-answers.ts'
import { followMember } from '#lib/client/live/member-socket.ts'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'

const assignmentsQuery = apiQuery('GET /videos/my-track-assignments/')

export type OwnAssignments = AnswerOf<'GET /videos/my-track-assignments/'>

/** Poll interval while officers may decide; payments and tracks are announced by the socket. */
const POLL_MS = 30_000

/** All data of /upload; the data of later steps loads when they are reached. */
export function useUpload() {
  const profile = useMyProfile()
  useNews()
  const isApproved = profile.data?.kyc_status === 'approved'
  const subscription = useSubscription(isApproved)
  const isSubscribed = subscription.data?.subscribed === true
  const assignments = useQuery({
    ...assignmentsQuery,
    enabled: isApproved && isSubscribed,
    refetchInterval: ({ state }) => (state.data?.assignments.some(isInReview) ? POLL_MS : false),
  })
  const parts = [profile, ...(isApproved ? [subscription] : []), ...(isSubscribed ? [assignments] : [])]
  const failed = parts.filter((part) => part.isError && part.data === undefined)
  const stale = parts.filter((part) => part.isError && part.data !== undefined)
  const isAsking = parts.some((part) => part.isFetching)
  const refresh = () => Promise.all(parts.map((part) => part.refetch()))
  return {
    profile: profile.data,
    subscription: subscription.data,
    assignments: assignments.data,
    isLoading: parts.some((part) => part.data === undefined),
    hasFailed: failed.length > 0,
    isAsking,
    refresh,
    /** Common state of the parts; as old as the oldest stale part. */
    known: {
      data: true,
      dataUpdatedAt: Math.min(...stale.map((part) => part.dataUpdatedAt)),
      isError: stale.length > 0,
      isFetching: isAsking,
      refetch: refresh,
    },
  }
}

function isInReview(assignment: DancerAssignment): boolean {
  return assignment.video_status === 'pending_review'
}

/** Refetches after a payment and after the draw. */
function useNews(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      followMember({
        onUpdate: (message) => {
          if (message.type === 'tracks_assigned') {
            void keepUp(client, assignmentsQuery, ({ assignments }) => assignments.length === message.count)
          } else if (message.type === 'subscription_update') {
            void keepUp(client, subscriptionQuery, (known) => known.payment_status === message.payment_status)
          }
        },
        onPoll: () => {
          for (const { queryKey } of [subscriptionQuery, assignmentsQuery])
            void renewAnswers(client, queryKey)
        },
      }),
    [client],
  )
}

/**
 * Refetches an answer unless it already agrees with the socket's message. Waits for the first answer if it is
 * still loading.
 */
async function keepUp<Answer>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Answer, Error> },
  says: (known: Answer) => boolean,
): Promise<void> {
  if (client.getQueryData(queryKey) === undefined) await client.invalidateQueries({ queryKey })
  const known = client.getQueryData<Answer>(queryKey)
  if (known !== undefined && !says(known)) await renewAnswers(client, queryKey)
}

/** Shows a submission at once, before `useReloadSubmissions` refetches. */
export function useMarkSubmitted(): (
  assignmentId: string,
  video: { id: string; url: string; title: string },
) => void {
  const client = useQueryClient()
  return useCallback(
    (assignmentId, video) => {
      const { queryKey } = assignmentsQuery
      // Cancels a running read, whose answer may be older.
      void client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, (known) => known && marked(known, assignmentId, video))
    },
    [client],
  )
}

export function useReloadSubmissions(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    const keys = [assignmentsQuery.queryKey, apiKey('GET /videos/my-videos/')]
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }, [client])
}

function marked(
  known: OwnAssignments,
  assignmentId: string,
  video: { id: string; url: string; title: string },
): OwnAssignments {
  const mark = (one: DancerAssignment): DancerAssignment =>
    one.id === assignmentId
      ? {
          ...one,
          youtube_url: video.url,
          video_title: video.title,
          video_uploaded: true,
          submitted: true,
          has_submitted: true,
          video_submitted: true,
          video_id: video.id,
          video_status: 'pending_review',
          rejection_reason: '',
        }
      : one
  return { ...known, assignments: known.assignments.map(mark) }
}
