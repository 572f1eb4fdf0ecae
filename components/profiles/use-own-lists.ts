import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/client/http/api-query.ts'

export const OWN_LIST_PAGE_SIZE = 10

export function useMyVideos() {
  return useQuery({ ...apiQuery('GET /videos/my-videos/'), select: ({ results }) => results })
}

/** @param page from 1 */
export function useTrackAssignments(page: number) {
  return useQuery({
    ...apiQuery('GET /tracking/tracks/assignments/', { query: { page, page_size: OWN_LIST_PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
}

/** @param page from 1 */
export function useDancerVideos(page: number) {
  return useQuery({
    ...apiQuery('GET /tracking/tracks/dancer-videos/', { query: { page, page_size: OWN_LIST_PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
}
