import { describe, expect, test } from 'vitest'
import { errorCode, fieldErrors, giftErrorMessage, selectErrorMessage } from './error-message.ts'

describe('the sentence of a refused call', () => {
  // All sources in the documented order: removing the first leaves the second.
  const sources: [name: string, part: object, sentence: string][] = [
    ['verification_required', { verification_required: ['verify'] }, 'verify'],
    ['error', { error: 'error' }, 'error'],
    ['errors.track_id', { errors: { title: ['title'], track_id: ['track'] } }, 'track'],
    ['the first field of errors', { errors: { title: ['title', 'more'], other: ['other'] } }, 'title'],
    ['non_field_errors', { non_field_errors: ['non field'] }, 'non field'],
    ['detail', { detail: 'detail' }, 'detail'],
    ['message', { message: 'message' }, 'message'],
  ]

  for (const [place, [name, , sentence]] of sources.entries()) {
    test(`${name} comes before what follows it`, () => {
      // Later ones first, so that each wins a shared key.
      const data = Object.assign(
        {},
        ...sources
          .slice(place)
          .reverse()
          .map(([, part]) => part),
      )
      expect(selectErrorMessage(data, 'own')).toBe(sentence)
    })
  }

  test('is a body that is a string', () => {
    expect(selectErrorMessage(' Not today ')).toBe('Not today')
  })

  test('is never the page of a proxy', () => {
    expect(selectErrorMessage('<html><h1>502 Bad Gateway</h1></html>')).toBe(
      'Request failed. Please try again.',
    )
  })

  test("is the error's own message, then the fallback, where the answer has none", () => {
    expect(selectErrorMessage({}, 'own')).toBe('own')
    expect(selectErrorMessage(null)).toBe('Request failed. Please try again.')
    expect(selectErrorMessage({ error: '', detail: { nested: true }, errors: [] })).toBe(
      'Request failed. Please try again.',
    )
  })

  test('is unwrapped where it looks like a list', () => {
    expect(selectErrorMessage({ detail: "['Not today']" })).toBe('Not today')
    expect(selectErrorMessage({ detail: '["It\'s over", "more"]' })).toContain("It's over")
  })

  test.each(['You have already voted', 'Max votes reached', 'maximum votes for this phone'])(
    'is the documented one for %j',
    (error) => {
      expect(selectErrorMessage({ error })).toBe('You have exceeded the maximum votes for this video.')
    },
  )
})

test('a refused gift joins lists and has a fallback of its own', () => {
  expect(giftErrorMessage({ detail: ['One.', 'Two.'] })).toBe('One. Two.')
  expect(giftErrorMessage(null)).toBe('Something went wrong. Please try again.')
})

test('fields have their sentences joined, empty ones are left out', () => {
  expect(fieldErrors({ errors: { email: ['A.', 'B.'], password: [], role: 'C.' } })).toEqual({
    email: 'A. B.',
    role: 'C.',
  })
  expect(fieldErrors('no answer')).toEqual({})
})

test('the code is a word or nothing', () => {
  expect(errorCode({ code: 'voting_closed' })).toBe('voting_closed')
  expect(errorCode({ code: 17 })).toBe('')
})
