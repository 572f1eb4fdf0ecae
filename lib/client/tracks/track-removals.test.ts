import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TrackRemovals } from './track-removals.ts'

const page = new EventTarget()
let asked: { path: string; keepalive: boolean }[]
let answer: () => Response | Promise<Response>

const removed = () => new Response(null, { status: 204, headers: { 'x-request-id': 'r' } })

beforeEach(() => {
  asked = []
  answer = removed
  vi.useFakeTimers()
  vi.stubGlobal('window', page)
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    asked.push({ path: `${options.method} ${path}`, keepalive: options.keepalive === true })
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function begin(removals: TrackRemovals, id: string, listed = Promise.resolve()) {
  const told: string[] = []
  const onDone = () => {
    told.push('done')
    return listed
  }
  removals.begin(id, { onDone, onFail: (message) => told.push(message) })
  return told
}

test('a track is deleted once the time to undo is over', async () => {
  const removals = new TrackRemovals()
  const told = begin(removals, 'a')
  await vi.advanceTimersByTimeAsync(6_900)
  expect({ asked, ids: removals.ids }).toEqual({ asked: [], ids: ['a'] })
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toEqual([{ path: 'DELETE /api/tracking/tracks/a/', keepalive: false }])
  expect({ told, ids: removals.ids }).toEqual({ told: ['done'], ids: [] })
})

test('what is undone stays', async () => {
  const removals = new TrackRemovals()
  begin(removals, 'a')
  removals.undo('a')
  await vi.advanceTimersByTimeAsync(10_000)
  expect({ asked, ids: removals.ids }).toEqual({ asked: [], ids: [] })
})

test('a deleted track stays out of sight until the list is known without it', async () => {
  const removals = new TrackRemovals()
  const listed = Promise.withResolvers<void>()
  const told = begin(removals, 'a', listed.promise)
  await vi.advanceTimersByTimeAsync(7_100)
  expect({ told, ids: removals.ids }).toEqual({ told: ['done'], ids: ['a'] })
  listed.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(removals.ids).toEqual([])
})

test('once the server is asked, nothing is undone any more', async () => {
  const removals = new TrackRemovals()
  const deleted = Promise.withResolvers<Response>()
  answer = () => deleted.promise
  const changes: boolean[] = []
  removals.subscribe(() => changes.push(removals.isSent('a')))
  const told = begin(removals, 'a')
  await vi.advanceTimersByTimeAsync(7_100)
  removals.undo('a')
  expect({ told, ids: removals.ids }).toEqual({ told: [], ids: ['a'] })
  deleted.resolve(removed())
  await vi.advanceTimersByTimeAsync(0)
  expect({ told, ids: removals.ids, changes }).toEqual({
    told: ['done'],
    ids: [],
    changes: [false, true, false],
  })
})

test('what waits when the page goes is deleted at once, in a request that outlives it', () => {
  const removals = new TrackRemovals()
  begin(removals, 'a')
  begin(removals, 'b')
  removals.undo('b')
  page.dispatchEvent(new Event('pagehide'))
  expect(asked).toEqual([{ path: 'DELETE /api/tracking/tracks/a/', keepalive: true }])
})

test('what was deleted when the page went is not undone where the page comes back', async () => {
  const removals = new TrackRemovals()
  const told = begin(removals, 'a')
  page.dispatchEvent(new Event('pagehide'))
  expect(removals.isSent('a')).toBe(true)
  removals.undo('a')
  expect(removals.ids).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(7_100)
  expect({ told, ids: removals.ids }).toEqual({ told: ['done'], ids: [] })
})

test('a refusal is told in its own words, and the track is there again; gone already is as good as deleted', async () => {
  const removals = new TrackRemovals()
  answer = () =>
    Response.json({ error: 'Retire the track instead.', code: 'track_approved' }, { status: 409 })
  const refused = begin(removals, 'a')
  await vi.advanceTimersByTimeAsync(7_100)
  expect({ refused, ids: removals.ids }).toEqual({ refused: ['Retire the track instead.'], ids: [] })
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  answer = () => Response.json({ detail: 'Not found.' }, { status: 404 })
  const gone = begin(removals, 'b')
  await vi.advanceTimersByTimeAsync(7_100)
  expect(gone).toEqual(['done'])
})
