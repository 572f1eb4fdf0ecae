import type { z } from 'zod'
import { apiGet } from '#lib/client/http/api-client.ts'
import type { DancerVideoPage, MusicianAssignmentPage } from '#lib/contract/tracks/calls.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import type { myVideos } from '#lib/contract/videos/submissions.ts'

/** Every video of the dancer who asks, newest first. @throws ApiError */
export async function fetchMyVideos(signal?: AbortSignal): Promise<Video[]> {
  return (await apiGet<z.infer<typeof myVideos.answer>>('/videos/my-videos/', { signal })).results
}

export const OWN_LIST_PAGE_SIZE = 10

/** Who was given the tracks of the musician who asks. @param page from 1 @throws ApiError */
export function fetchTrackAssignments(page: number, signal?: AbortSignal): Promise<MusicianAssignmentPage> {
  return apiGet('/tracking/tracks/assignments/', { query: { page, page_size: OWN_LIST_PAGE_SIZE }, signal })
}

/** Dances to the tracks of the musician who asks. @param page from 1 @throws ApiError */
export function fetchDancerVideos(page: number, signal?: AbortSignal): Promise<DancerVideoPage> {
  return apiGet('/tracking/tracks/dancer-videos/', { query: { page, page_size: OWN_LIST_PAGE_SIZE }, signal })
}
