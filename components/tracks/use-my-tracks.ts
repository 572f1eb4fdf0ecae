import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { MyTracks } from '#lib/contract/tracks/calls.ts'

const tracks = apiQuery('GET /tracking/tracks/my-tracks/')

/** Poll intervals: the worker reads a file within seconds, an officer decides within hours. */
const READING_MS = 2_000
const DECIDING_MS = 10_000

export function useMyTracks() {
  return useQuery({
    ...tracks,
    refetchInterval: ({ state }) => waitOf(state.data),
  })
}

export function useReloadTracks(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: tracks.queryKey }), [client])
}

/** Removes a deleted track from the cache and refetches, even if the deletion's answer was lost. */
export function useDropTrack(): (id: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (id) => {
      const { queryKey } = tracks
      client.setQueryData(queryKey, (known) => known && without(known, id))
      // Also cancels reads that started before.
      await client.invalidateQueries({ queryKey })
    },
    [client],
  )
}

function without(known: MyTracks, id: string): MyTracks {
  return { ...known, results: known.results.filter((track) => track.id !== id) }
}

function waitOf(known: MyTracks | undefined): number | false {
  const has = (status: string) => known?.results.some((track) => track.status === status)
  if (has('processing')) return READING_MS
  return has('pending') || known?.kyc_status === 'under_review' ? DECIDING_MS : false
}
