import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import { chain, chainStart, headIsDue, knownPhone, paymentHash } from './policy.ts'

const CHALLENGE = '0190b9a0-0000-7000-8000-000000000001'
const SALT = '0123456789abcdef0123456789abcdef'
const hex = (text: string) => createHash('sha256').update(text).digest('hex')

const row = fc.record({
  paid_at: fc
    .date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((moment) => moment.toISOString()),
  video_id: fc.uuid(),
  votes: fc.integer({ min: -5_000, max: 5_000 }).filter((votes) => votes !== 0),
  payment: fc.stringMatching(/^[0-9a-f]{64}$/),
})
const rows = fc.array(row, { minLength: 1, maxLength: 40 })
const start = { position: 0, hash: chainStart(CHALLENGE, SALT) }
const headOf = (lines: readonly { hash: string }[]) => lines.at(-1)?.hash

describe('the chain', () => {
  test('is the documented text, hashed: anybody can do it by hand', () => {
    const line = { paid_at: '2026-11-21T17:20:05.000Z', video_id: CHALLENGE, votes: 5, payment: 'ab' }
    const first = hex(`ngoma-tally-1,${CHALLENGE},${SALT}`)
    expect(start.hash).toBe(first)
    expect(chain(start, [line])).toEqual([
      { ...line, position: 1, hash: hex(`${first},1,2026-11-21T17:20:05.000Z,${CHALLENGE},5,ab`) },
    ])
    const parts = { salt: SALT, key: 'cd', receipt: 'NLJ7RT61SV', phone: '254712345678' }
    expect(paymentHash(parts)).toBe(hex(`ngoma-gift-1,${SALT},cd,NLJ7RT61SV,254712345678`))
  })

  test('is the same however the rows are cut into runs', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (all, cut) => {
        const at = cut % (all.length + 1)
        const before = chain(start, all.slice(0, at))
        const after = chain(before.at(-1) ?? start, all.slice(at))
        expect([...before, ...after]).toEqual(chain(start, all))
      }),
    )
  })

  test('ends elsewhere where one row is changed, left out, doubled or moved', () => {
    fc.assert(
      fc.property(rows, fc.nat(), row, (all, choice, other) => {
        const at = choice % all.length
        const [one] = all.slice(at, at + 1)
        const head = headOf(chain(start, all))
        const without = all.toSpliced(at, 1)
        expect(headOf(chain(start, without))).not.toBe(head)
        expect(headOf(chain(start, all.toSpliced(at, 0, one ?? other)))).not.toBe(head)
        if (one && one.votes !== other.votes)
          expect(headOf(chain(start, all.with(at, { ...one, votes: other.votes })))).not.toBe(head)
        const moved = [...without, ...(one ? [one] : [])]
        if (JSON.stringify(moved) !== JSON.stringify(all)) expect(headOf(chain(start, moved))).not.toBe(head)
      }),
    )
  })
})

test('a phone is known only in full', () => {
  expect(knownPhone('254712345678')).toBe('254712345678')
  for (const masked of [null, '', '2547*****678', 'a'.repeat(64)]) expect(knownPhone(masked)).toBe('')
})

test('a head is published once an hour while gifts are counted, and later only when something was added', () => {
  const last = { publishedAt: new Date('2026-11-21T17:59:59Z'), position: 7 }
  expect(headIsDue(null, 0, true, last.publishedAt)).toBe(true)
  expect(headIsDue(null, 0, false, last.publishedAt)).toBe(false)
  expect(headIsDue(null, 7, false, last.publishedAt)).toBe(true)
  expect(headIsDue(last, 9, true, last.publishedAt)).toBe(false)
  expect(headIsDue(last, 7, true, addSeconds(last.publishedAt, 1))).toBe(true)
  expect(headIsDue(last, 7, false, addSeconds(last.publishedAt, 1))).toBe(false)
  expect(headIsDue(last, 8, false, addSeconds(last.publishedAt, 1))).toBe(true)
})
