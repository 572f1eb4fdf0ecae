import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Playback } from './playback.ts'

function withAutoplay(): Playback {
  const playback = new Playback()
  playback.setAutoplay(true)
  return playback
}

describe('what plays', () => {
  test('the most visible stage, from half of it in view', () => {
    const playback = withAutoplay()
    playback.setVisible('a', 0.49)
    expect(playback.playing).toBeNull()
    playback.setVisible('a', 0.6)
    expect(playback.playing).toBe('a')
    playback.setVisible('b', 0.9)
    expect(playback.playing).toBe('b')
    playback.setVisible('b', 0.2)
    expect(playback.playing).toBe('a')
  })

  test('nothing while a dialog lies over it, and the same one afterwards', () => {
    const playback = withAutoplay()
    playback.setVisible('a', 1)
    const release = playback.hold()
    const second = playback.hold()
    expect(playback.playing).toBeNull()
    release()
    release()
    expect(playback.playing).toBeNull()
    second()
    expect(playback.playing).toBe('a')
  })

  test('leaves time for the next one once it has its picture, but not under data saver', () => {
    const playback = withAutoplay()
    playback.setVisible('a', 1)
    expect(playback.mayLoadAhead).toBe(false)
    playback.setShown('a', true)
    expect(playback.mayLoadAhead).toBe(true)
    playback.setAutoplay(false)
    playback.play('a')
    expect(playback.mayLoadAhead).toBe(false)
  })

  test('nothing by itself under data saver; what was tapped does', () => {
    const playback = new Playback()
    playback.setVisible('a', 1)
    expect(playback.playing).toBeNull()
    playback.play('a')
    expect(playback.playing).toBe('a')
  })

  test('what the person paused stays quiet until it has left the view', () => {
    const playback = withAutoplay()
    playback.setVisible('a', 1)
    playback.pause('a')
    expect(playback.playing).toBeNull()
    playback.setVisible('a', 0.9)
    expect(playback.playing).toBeNull()
    playback.setVisible('a', 0.1)
    playback.setVisible('a', 0.9)
    expect(playback.playing).toBe('a')
  })

  test('while the modal is open only the modal', () => {
    const playback = withAutoplay()
    playback.setVisible('a', 1)
    playback.setExclusive('modal')
    expect(playback.playing).toBeNull()
    playback.play('modal')
    expect(playback.playing).toBe('modal')
    playback.pause('modal')
    expect(playback.playing).toBeNull()
    playback.remove('modal')
    playback.setExclusive(null)
    expect(playback.playing).toBe('a')
  })

  test('does not hop between two that are about equally in view', () => {
    const playback = withAutoplay()
    playback.setVisible('a', 0.7)
    playback.setVisible('b', 0.75)
    expect(playback.playing).toBe('a')
  })

  test('is told to whoever listens, once for each change', () => {
    const playback = withAutoplay()
    const heard: (string | null)[] = []
    playback.subscribe(() => heard.push(playback.playing))
    playback.setVisible('a', 1)
    playback.setVisible('a', 0.8)
    playback.remove('a')
    expect(heard).toEqual(['a', null])
  })

  test('is never a stage of which less than half is in view, unless it was tapped', () => {
    const id = fc.constantFrom('a', 'b', 'c')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(id, fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 40 }),
        (moves) => {
          const playback = withAutoplay()
          const seen = new Map<string, number>()
          for (const [stage, ratio] of moves) {
            playback.setVisible(stage, ratio)
            seen.set(stage, ratio)
            if (playback.playing !== null) expect(seen.get(playback.playing)).toBeGreaterThanOrEqual(0.5)
          }
        },
      ),
    )
  })
})
