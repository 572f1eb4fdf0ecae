import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { type TrackDraft, TrackUploads } from './track-uploads.ts'

const session_id = '01a2013b-0000-7000-8000-00000000000a'
const file = new File(['ID3'], 'sunset.mp3', { type: 'audio/mpeg', lastModified: 1 })
const draft: TrackDraft = { file, title: 'Sunset', artist: '', description: '', tags: [] }
let asked: string[]
let completed: () => Response

beforeEach(() => {
  asked = []
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('fetch', async (path: string) => {
    const [call = ''] = path.split('/').slice(-2)
    asked.push(call)
    if (call === 'initiate') return Response.json({ session_id })
    // The file is complete.
    if (call === 'parts') return Response.json({ parts: [{ number: 1, size: 3, url: '', is_stored: true }] })
    return call === 'complete' ? completed() : new Response(null, { status: 204 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const refused = (code: string) => Response.json({ error: 'No.', code }, { status: 400 })
const taken = () => Response.json({ id: session_id, title: 'Sunset' })

test('a file that found no place is not sent again once there is one', async () => {
  const uploads = new TrackUploads()
  completed = () => refused('track_limit_reached')
  expect(await uploads.start(draft)).toMatchObject({ step: 'failed', reason: 'limit' })
  completed = taken
  expect(await uploads.start(draft)).toMatchObject({ step: 'done' })
  expect(asked).toEqual(['initiate', 'parts', 'complete', 'parts', 'complete'])
})

test('also where what is said of it is changed before', async () => {
  const uploads = new TrackUploads()
  completed = () => refused('track_limit_reached')
  await uploads.start(draft)
  uploads.dismiss()
  completed = taken
  await uploads.start({ ...draft, title: 'Sunset, again' })
  expect(asked.filter((call) => call === 'initiate' || call === 'cancel')).toEqual(['initiate'])
})

test('a file that is refused is given up, and begun anew by another try', async () => {
  const uploads = new TrackUploads()
  completed = () => refused('upload_refused')
  expect(await uploads.start(draft)).toMatchObject({ step: 'failed', reason: 'refused' })
  completed = taken
  await uploads.start(draft)
  expect(asked.filter((call) => call === 'initiate' || call === 'cancel')).toEqual([
    'initiate',
    'cancel',
    'initiate',
  ])
})
