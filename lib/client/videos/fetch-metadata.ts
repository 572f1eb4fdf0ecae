import { api } from '#lib/client/http/api.ts'

/** Has title and picture read from YouTube; the video is submitted whatever comes of it. */
export async function fetchMetadata(videoId: string): Promise<'fetched' | 'pending'> {
  try {
    return (await api('POST /videos/{id}/fetch-metadata/', { path: { id: videoId } })).status
  } catch {
    return 'pending'
  }
}
