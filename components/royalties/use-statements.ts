'use client'

import { useQuery } from '@tanstack/react-query'
import { fetchStatements } from '#lib/client/royalties/royalties-api.ts'

/** The statements of the musician who is signed in. */
export function useStatements() {
  return useQuery({
    queryKey: ['royalty-statements'],
    queryFn: ({ signal }) => fetchStatements(signal),
  })
}
