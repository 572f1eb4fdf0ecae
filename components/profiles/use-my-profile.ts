import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { changeAnswer } from '#lib/client/http/renew-answers.ts'
import { isConverted } from '#lib/client/kyc/kyc-file.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

const profile = apiQuery('GET /users/profiles/me/')

/** Poll interval while an officer can decide about the KYC form. */
const POLL_MS = 30_000
/** Poll interval while the worker converts a picture, which takes seconds. */
const CONVERTED_MS = 3_000

export function useMyProfile() {
  return useQuery({
    ...profile,
    refetchInterval: ({ state: { data } }) => {
      if (data?.documents.some(isConverted)) return CONVERTED_MS
      return data?.kyc_status === 'under_review' ? POLL_MS : false
    },
  })
}

/** Updates the cached profile from a call's answer. */
export function useTakeProfile(): (change: (known: Profile | undefined) => Profile | undefined) => void {
  const client = useQueryClient()
  return useCallback((change) => changeAnswer(client, profile.queryKey, change), [client])
}

export function useReloadProfile(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: profile.queryKey }), [client])
}
