import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TRACK_NOT_MP3, TRACK_TOO_LARGE } from '#lib/contract/tracks/rules.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { SongPicker } from './song-picker.tsx'

const inSwahili = (shown: ReactNode) => renderToStaticMarkup(<InLanguage language="sw">{shown}</InLanguage>)
const ignored = () => undefined

test.each([
  [TRACK_NOT_MP3, 'Tafadhali pakia faili ya sauti ya MP3 (.mp3)'],
  [TRACK_TOO_LARGE, 'Faili za sauti lazima ziwe chini ya 50MB'],
])('a file that can not be taken is refused in Swahili: %s', (problem, said) => {
  expect(inSwahili(<SongPicker file={null} problem={problem} onPick={ignored} />)).toContain(said)
})
