import { expect, test } from 'vitest'
import { fitPush } from './fit-push.ts'

const message = { title: 'Not approved: Moves', body: 'Another song plays.', path: '/upload', tag: 'a' }

test('what fits is left as it is', () => {
  expect(fitPush(message)).toEqual(message)
  const whole = { ...message, title: '🦓'.repeat(200), body: 'x'.repeat(1_000) }
  expect(fitPush(whole)).toEqual(whole)
})

test.each([
  ['letters', 'x'.repeat(100_000)],
  ['signs of four bytes', '🦓'.repeat(100_000)],
  ['what JSON writes in six bytes', '\u0001'.repeat(100_000)],
  ['quotes', '"'.repeat(100_000)],
  ['halves of signs', '\ud83e'.repeat(100_000)],
])(
  'however long a text of %s is, a push service takes it, and it ends with no half of a sign',
  (_of, long) => {
    for (const given of [
      { ...message, body: long },
      { ...message, title: long, body: long },
    ]) {
      const fitted = fitPush(given)
      // Encryption adds 103 bytes, and 4,096 are taken.
      expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(4_096 - 103)
      expect(fitted.body.length).toBeGreaterThan(250)
      expect(fitted.body.endsWith('…')).toBe(true)
      expect(long.startsWith(fitted.body.slice(0, -1))).toBe(true)
      expect(Array.from(fitted.body).slice(0, -1)).toEqual(
        Array.from(long).slice(0, Array.from(fitted.body).length - 1),
      )
    }
  },
)
