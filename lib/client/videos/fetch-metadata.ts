import { api } from '#lib/client/http/api.ts'

/** The video is already submitted, so a failure is no error. */
export async function fetchMetadata(videoId: string): Promise<'fetched' | 'pending'> {
  try {
    return (await api('POST /videos/{id}/fetch-metadata/', { path: { id: videoId } })).status
  } catch {
    return 'pending'
  }
}
