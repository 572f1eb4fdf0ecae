import { expect, it } from 'vitest'
import { encodeMp3 } from './encode.ts'
import { performSong, songSeconds } from './perform.ts'
import { SAMPLE_RATE } from './voices.ts'

it('plays the same title the same every time, and another title otherwise', () => {
  const once = performSong('Nyar Nam', 'Benga')
  expect(performSong('Nyar Nam', 'Benga')).toEqual(once)
  expect(performSong('Agulu', 'Benga')).not.toEqual(once)
})

it('knows how long a song is without playing it', () => {
  const samples = performSong('Mawimbi', 'Chakacha').length
  expect(samples / SAMPLE_RATE).toBeCloseTo(songSeconds('Mawimbi', 'Chakacha'), 3)
})

it('is loud enough and never distorts', () => {
  const loudest = performSong('Umoja Two', 'Drill').reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  expect(loudest).toBeGreaterThan(15_000)
  expect(loudest).toBeLessThan(32_000)
})

it('writes MPEG audio frames', () => {
  const file = encodeMp3(performSong('Shinyalu', 'Isukuti'))
  expect(file[0]).toBe(0xff)
  expect((file[1] ?? 0) & 0xe0).toBe(0xe0)
  expect(file.byteLength).toBeGreaterThan(20_000)
})
