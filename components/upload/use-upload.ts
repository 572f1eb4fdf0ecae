'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useMyProfile } from '#components/profile/use-my-profile.ts'
import { fetchMyAssignments, fetchSubscription, type OwnAssignments } from '#lib/client/submissions-api.ts'
import type { DancerAssignment } from '#lib/contract/submissions.ts'

const subscriptionKey = ['subscription']
const assignmentsKey = ['my-track-assignments']

/** An officer decides, a payment settles, the worker draws tracks: whoever waits here need not reload. */
const LOOK_AGAIN_MS = 15_000
const LOOK_FOR_TRACKS_MS = 5_000

/** Everything that /upload is decided by. What a later step needs is asked for when that step is reached. */
export function useUpload() {
  const profile = useMyProfile()
  const isApproved = profile.data?.kyc_status === 'approved'
  const subscription = useQuery({
    queryKey: subscriptionKey,
    queryFn: ({ signal }) => fetchSubscription(signal),
    enabled: isApproved,
    refetchInterval: ({ state }) => (state.data && !state.data.subscribed ? LOOK_AGAIN_MS : false),
  })
  const isSubscribed = subscription.data?.subscribed === true
  const assignments = useQuery({
    queryKey: assignmentsKey,
    queryFn: ({ signal }) => fetchMyAssignments(signal),
    enabled: isApproved && isSubscribed,
    refetchInterval: ({ state }) => (state.data?.assignments.length === 0 ? LOOK_FOR_TRACKS_MS : false),
  })
  const parts = [profile, ...(isApproved ? [subscription] : []), ...(isSubscribed ? [assignments] : [])]
  const failed = parts.filter((part) => part.isError && part.data === undefined)
  return {
    profile: profile.data,
    subscription: subscription.data,
    assignments: assignments.data,
    isLoading: parts.some((part) => part.data === undefined),
    hasFailed: failed.length > 0,
    isAsking: parts.some((part) => part.isFetching),
    refresh: () => Promise.all(parts.map((part) => part.refetch())),
  }
}

/** Shows what was submitted before the server is asked again. */
export function useMarkSubmitted(): (
  assignmentId: string,
  video: { id: string; url: string; title: string },
) => void {
  const client = useQueryClient()
  return useCallback(
    (assignmentId, video) =>
      client.setQueryData<OwnAssignments>(
        assignmentsKey,
        (known) => known && marked(known, assignmentId, video),
      ),
    [client],
  )
}

/** Asks for the tracks again. */
export function useReloadAssignments(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: assignmentsKey }), [client])
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
