import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#lib/core/sentence.ts'
import { isMp3Name, tagsOf, titleOfFile, trackLimitMessage, tracksToDelete } from './rules.ts'

describe('an MP3 by name', () => {
  test.each([
    ['song.mp3', ''],
    ['SONG.MP3', 'application/octet-stream'],
    ['song', 'audio/mpeg'],
    ['song.bin', 'audio/mp3'],
  ])('%s %s', (name, type) => expect(isMp3Name(name, type)).toBe(true))

  test.each([
    ['song.wav', 'audio/wav'],
    ['mp3', ''],
    ['song.mp3.exe', ''],
    ['song.mp4', 'video/mp4'],
  ])('not %s %s', (name, type) => expect(isMp3Name(name, type)).toBe(false))
})

test('the limit says how many tracks have to go', () => {
  expect(String(sentenceOf(trackLimitMessage(3, 3)))).toBe(
    'exceeded maximum limit of 3 audio tracks, delete 1 track(s)',
  )
  expect(String(sentenceOf(trackLimitMessage(5, 3)))).toBe(
    'exceeded maximum limit of 3 audio tracks, delete 3 track(s)',
  )
  expect(tracksToDelete(2, 3)).toBe(0)
})

test('a title is made from the name of a file', () => {
  expect(titleOfFile('C:\\music\\Usiku_wa__Manane.mp3')).toBe('Usiku wa Manane')
  expect(titleOfFile('.mp3')).toBe('')
  expect(titleOfFile('Vol. 2')).toBe('Vol. 2')
  expect(titleOfFile(`${'a'.repeat(119)}💃.mp3`)).toBe('a'.repeat(119))
})

test('tags are what stands between commas, once each', () => {
  expect(tagsOf(' benga, #Kisumu ,, Benga,nyatiti ')).toEqual(['benga', 'Kisumu', 'nyatiti'])
  expect(tagsOf('')).toEqual([])
})
