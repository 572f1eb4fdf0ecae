import { expect, test } from 'vitest'
import { playback } from '#lib/client/videos/playback.ts'
import { playAlone, stopSound, stopSounds } from './one-sound.ts'

function song() {
  const told = { pauses: 0 }
  return { told, pause: () => void told.pauses++ }
}

test('a song stops the one before it, and not itself', () => {
  const [first, second] = [song(), song()]
  playAlone(first)
  playAlone(first)
  expect(first.told.pauses).toBe(0)
  playAlone(second)
  expect([first.told.pauses, second.told.pauses]).toEqual([1, 0])
})

test('songs and videos take turns', () => {
  const heard = song()
  playback.play('preview')
  playAlone(heard)
  expect(playback.playing).toBeNull()
  playback.play('preview')
  stopSounds()
  expect(playback.playing).toBe('preview')
  expect(heard.told.pauses).toBe(1)
})

test('a song that left the page is not asked again', () => {
  const gone = song()
  playAlone(gone)
  stopSound(gone)
  stopSounds()
  expect(gone.told.pauses).toBe(1)
})
