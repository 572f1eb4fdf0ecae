import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { changeAnswer } from '#lib/client/http/renew-answers.ts'
import { isConverted } from '#lib/client/kyc/kyc-file.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

const profile = apiQuery('GET /users/profiles/me/')

/** Officers decide at any time, so polls. */
const POLL_MS = 30_000
/** The worker converts a picture within seconds. */
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

/** Every changing call returns the whole profile. */
export function useTakeProfile(): (change: (known: Profile | undefined) => Profile | undefined) => void {
  const client = useQueryClient()
  return useCallback((change) => changeAnswer(client, profile.queryKey, change), [client])
}

export function useReloadProfile(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: profile.queryKey }), [client])
}
