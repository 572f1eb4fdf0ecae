import type { z } from 'zod'
import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type {
  fetchMetadata as fetchMetadataCall,
  myAssignments,
  submit,
} from '#lib/contract/videos/submissions.ts'

export type OwnAssignments = z.infer<typeof myAssignments.answer>

/** The dancer's tracks of the month, with what was submitted for each. @throws ApiError */
export function fetchMyAssignments(signal?: AbortSignal): Promise<OwnAssignments> {
  return apiGet<OwnAssignments>('/videos/my-track-assignments/', { signal })
}

/** @throws ApiError */
export function submitVideo(video: {
  trackId: string
  youtubeUrl: string
  title: string
  description?: string
}): Promise<z.infer<typeof submit.answer>> {
  return apiPost('/videos/submit/', {
    track_id: video.trackId,
    youtube_url: video.youtubeUrl,
    title: video.title,
    description: video.description,
  })
}

/** Has title and picture read from YouTube; the video is submitted whatever comes of it. */
export async function fetchMetadata(videoId: string): Promise<'fetched' | 'pending'> {
  try {
    const { status } = await apiPost<z.infer<typeof fetchMetadataCall.answer>>(
      `/videos/${videoId}/fetch-metadata/`,
      {},
    )
    return status
  } catch {
    return 'pending'
  }
}
