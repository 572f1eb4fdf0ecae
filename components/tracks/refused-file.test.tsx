import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setServerWords } from '#lib/client/messages/server-words.ts'
import type { Track } from '#lib/contract/tracks/calls.ts'
import { TRACK_NOT_MP3, TRACK_TOO_LARGE } from '#lib/contract/tracks/rules.ts'
import { serverWords } from '#messages/server-words-sw.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { MyTrackCard } from './my-track-card.tsx'
import { SongPicker } from './song-picker.tsx'

// As the page loads them where it is in Swahili.
beforeEach(() => setServerWords(serverWords))
afterEach(() => setServerWords({}))

const inSwahili = (shown: ReactNode) => renderToStaticMarkup(<InLanguage language="sw">{shown}</InLanguage>)
const ignored = () => undefined

test.each([
  [TRACK_NOT_MP3, 'Tafadhali pakia faili ya sauti ya MP3 (.mp3)'],
  [TRACK_TOO_LARGE, 'Faili za sauti lazima ziwe chini ya 50MB'],
])('a file that can not be taken is refused in Swahili: %s', (problem, said) => {
  expect(inSwahili(<SongPicker file={null} problem={problem} onPick={ignored} />)).toContain(said)
})

test('why the worker could not take a file is said in Swahili, and what an officer wrote as it was written', () => {
  const rejected = {
    id: '01a2013b-0000-7000-8000-00000000000a',
    title: 'Sunset',
    artist: 'Otieno',
    status: 'rejected',
    description: '',
    tags: [] as string[],
    duration: null,
    file_size: 1_000,
    audio_file_url: null,
    upload_date: '2026-11-22T09:00:00.000Z',
  } as Track
  const shown = (review_comments: string) =>
    inSwahili(<MyTrackCard track={{ ...rejected, review_comments }} onDelete={ignored} onStale={ignored} />)
  expect(
    shown('The file is not an MP3, whatever its name says. Please upload an MP3 audio file (.mp3)'),
  ).toContain('Faili hii si MP3, licha ya jina lake. Tafadhali pakia faili ya sauti ya MP3 (.mp3)')
  expect(shown('Please sing it yourself.')).toContain('Please sing it yourself.')
})
