import { describe, expect, test } from 'vitest'
import { trackStatus } from '#lib/contract/tracks/calls.ts'
import { addSeconds } from '#lib/core/clock.ts'
import {
  describeAgain,
  fullDescription,
  isGivenUp,
  lateBefore,
  requireDecidable,
  requireDeletable,
  requirePlace,
  requireRetirable,
} from './policy.ts'

const allowed = (isRefused: (status: (typeof trackStatus.options)[number]) => void) =>
  trackStatus.options.filter((status) => {
    try {
      isRefused(status)
      return true
    } catch {
      return false
    }
  })

test('a musician uploads as many tracks as the limit, and not one more', () => {
  requirePlace(2, 3)
  expect(() => requirePlace(3, 3)).toThrow(
    expect.objectContaining({ code: 'track_limit_reached', status: 400 }),
  )
  expect(() => requirePlace(4, 3)).toThrow()
})

describe('the status of a track', () => {
  test('lets its musician delete what was never in the pool, and retire what is in it', () => {
    expect(allowed(requireDeletable)).toEqual(['processing', 'pending', 'rejected'])
    expect(allowed(requireRetirable)).toEqual(['approved', 'retired'])
  })

  test('lets officers decide while it is pending', () => {
    expect(allowed((status) => requireDecidable({ status, musicianId: 'm' }, 'o'))).toEqual(['pending'])
  })

  test('is not told to an officer whose own track it is', () => {
    for (const status of trackStatus.options)
      expect(() => requireDecidable({ status, musicianId: 'o' }, 'o')).toThrow(
        expect.objectContaining({ code: 'own_track', status: 403 }),
      )
  })
})

describe('the description of a track', () => {
  test('keeps what is not given again', () => {
    const earlier = { title: 'Sherehe', tags: ['genge'] }
    expect(describeAgain(earlier, { title: undefined, artist: 'Nyota', tags: [] })).toEqual({
      title: 'Sherehe',
      artist: 'Nyota',
      tags: [],
    })
  })

  test('falls back to the name of the file and of the musician', () => {
    expect(fullDescription({}, 'Sherehe.mp3', 'Nyota')).toEqual({
      title: 'Sherehe',
      artist: 'Nyota',
      description: '',
      tags: [],
    })
    expect(fullDescription({ title: '' }, '.mp3', 'Nyota').title).toBe('Untitled')
  })
})

test('a track is read again after five minutes, and given up after a day', () => {
  const moment = new Date('2026-11-20T09:00:00Z')
  expect(lateBefore(moment)).toEqual(addSeconds(moment, -300))
  expect(isGivenUp(addSeconds(moment, -86_400), moment)).toBe(false)
  expect(isGivenUp(addSeconds(moment, -86_401), moment)).toBe(true)
})
