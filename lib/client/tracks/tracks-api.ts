import { apiDelete, apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { MyTracks, Track, TrackUploadRequest, TrackUploadStart } from '#lib/contract/tracks/calls.ts'

/** All tracks of the musician who is signed in, with the limit. @throws ApiError */
export function fetchMyTracks(signal?: AbortSignal): Promise<MyTracks> {
  return apiGet<MyTracks>('/tracking/tracks/my-tracks/', { signal })
}

/** @param keepalive goes through although the page is closed @throws ApiError */
export function deleteTrack(id: string, keepalive = false): Promise<null> {
  return apiDelete(`/tracking/tracks/${id}/`, { keepalive })
}

/** @throws ApiError */
export function retireTrack(id: string): Promise<Track> {
  return apiPost<Track>(`/tracking/tracks/${id}/retire/`, {})
}

/** @throws ApiError */
export function initiateTrackUpload(
  request: TrackUploadRequest,
  signal: AbortSignal,
): Promise<TrackUploadStart> {
  return apiPost<TrackUploadStart>('/tracking/upload/initiate/', request, { signal })
}

/** @throws ApiError */
export function completeTrackUpload(sessionId: string, signal: AbortSignal): Promise<Track> {
  return apiPost<Track>(`/tracking/upload/${sessionId}/complete/`, {}, { signal })
}

/** Gives a place back; where this is lost too, the link's end gives it back. @param keepalive as in deleteTrack */
export async function cancelTrackUpload(sessionId: string, keepalive = false): Promise<void> {
  await apiPost(`/tracking/upload/${sessionId}/cancel/`, {}, { keepalive }).catch(() => undefined)
}
