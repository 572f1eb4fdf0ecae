import { expect, test } from 'vitest'
import type { MyTracks, Track } from '#lib/contract/tracks/calls.ts'
import { drawOnce, shownCall } from '#tests/support/shown-call.tsx'
import { useDropTrack } from './use-my-tracks.ts'

const list = (...ids: string[]): MyTracks => ({
  results: ids.map((id) => ({ id }) as Track),
  kyc_status: 'approved',
  limit: 3,
  used: ids.length,
})

test('a deleted track is off the list at once, and stays off it whatever was asked before and fails after', async () => {
  const { client, requests, stop, ask, data } = shownCall<MyTracks>(['GET /tracking/tracks/my-tracks/'])
  const ids = () => data()?.results.map(({ id }) => id)
  requests[0]?.resolve(list('a', 'b'))
  await expect.poll(ids).toEqual(['a', 'b'])
  void ask()
  const dropping = drawOnce(client, useDropTrack)('a')
  requests[1]?.resolve(list('a', 'b'))
  await expect.poll(() => requests.length).toBe(3)
  expect(ids()).toEqual(['b'])
  requests[2]?.reject(new Error('the connection is lost'))
  await dropping
  expect(ids()).toEqual(['b'])
  stop()
})
