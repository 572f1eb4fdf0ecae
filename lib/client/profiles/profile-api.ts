import { apiGet, apiPatch } from '#lib/client/http/api-client.ts'
import type { Profile, ProfileChange } from '#lib/contract/profiles/calls.ts'

/** The profile of the one who is signed in. @throws ApiError */
export function fetchMyProfile(signal?: AbortSignal): Promise<Profile> {
  return apiGet<Profile>('/users/profiles/me/', { signal })
}

/** Saves the named fields and answers the whole profile. @throws ApiError */
export function updateProfile(id: string, change: ProfileChange): Promise<Profile> {
  return apiPatch<Profile>(`/users/profiles/${id}/`, change)
}
