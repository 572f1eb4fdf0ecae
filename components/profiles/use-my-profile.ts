import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { changeAnswer } from '#lib/client/http/renew-answers.ts'
import { isConverted } from '#lib/client/kyc/kyc-file.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

const profile = apiQuery('GET /users/profiles/me/')

/** An officer decides in their own time: whoever waits here need not reload. */
const LOOK_AGAIN_MS = 30_000
/** The worker converts a picture within seconds. */
const CONVERTED_MS = 3_000

/** The profile of the one who is signed in, one answer for all parts of a page that ask. */
export function useMyProfile() {
  return useQuery({
    ...profile,
    refetchInterval: ({ state: { data } }) => {
      if (data?.documents.some(isConverted)) return CONVERTED_MS
      return data?.kyc_status === 'under_review' ? LOOK_AGAIN_MS : false
    },
  })
}

/** Puts a newer profile in place of the known one: every call that changes it answers it whole. */
export function useTakeProfile(): (change: (known: Profile | undefined) => Profile | undefined) => void {
  const client = useQueryClient()
  return useCallback((change) => changeAnswer(client, profile.queryKey, change), [client])
}

/** Asks for the profile again: something else than this page changed it. */
export function useReloadProfile(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: profile.queryKey }), [client])
}
