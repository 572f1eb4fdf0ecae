'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  fetchDancerVideos,
  fetchMyVideos,
  fetchTrackAssignments,
} from '#lib/client/profiles/own-lists-api.ts'

export const myVideosKey = ['my-videos']

export function useMyVideos() {
  return useQuery({ queryKey: myVideosKey, queryFn: ({ signal }) => fetchMyVideos(signal) })
}

/** @param page from 1 */
export function useTrackAssignments(page: number) {
  return useQuery({
    queryKey: ['track-assignments', page],
    queryFn: ({ signal }) => fetchTrackAssignments(page, signal),
    placeholderData: keepPreviousData,
  })
}

/** @param page from 1 */
export function useDancerVideos(page: number) {
  return useQuery({
    queryKey: ['dancer-videos', page],
    queryFn: ({ signal }) => fetchDancerVideos(page, signal),
    placeholderData: keepPreviousData,
  })
}
