import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { MyTracks } from '#lib/contract/tracks/calls.ts'

const tracks = apiQuery('GET /tracking/tracks/my-tracks/')

/** The worker takes seconds, an officer hours: whoever watches need not reload. */
const READING_MS = 2_000
const DECIDING_MS = 10_000

/** The tracks of the musician who is signed in; asked for again by itself while one of them may change. */
export function useMyTracks() {
  return useQuery({
    ...tracks,
    refetchInterval: ({ state }) => waitOf(state.data),
  })
}

/** Asks for the tracks again: something of ours changed them. */
export function useReloadTracks(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: tracks.queryKey }), [client])
}

/** Takes a deleted track off the list and asks for the rest again: it is gone also where no answer comes. */
export function useDropTrack(): (id: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (id) => {
      const { queryKey } = tracks
      client.setQueryData(queryKey, (known) => known && without(known, id))
      // This calls off what is being read from before.
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
