import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callbackKinds, callbackToken, callbackUrl, readCallbackToken } from './callback-path.ts'

// With halves of surrogate pairs and control characters.
const anyCodeUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit))
// Safaricom refuses these words (docs/daraja.md, C2B).
const forbidden = /mpesa|m-pesa|safaricom|exec?|cmd|sql|query/i

describe('the secret path of callbacks', () => {
  test('a token is read back by its own kind alone, in either case', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...callbackKinds), (id, kind) => {
        const token = callbackToken(kind, id)
        for (const other of callbackKinds)
          expect(readCallbackToken(other, token)).toBe(other === kind ? id : undefined)
        expect(readCallbackToken(kind, token.toUpperCase())).toBe(id)
      }),
    )
  })

  test('no address contains a word that Safaricom refuses', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...callbackKinds), (id, kind) => {
        expect(callbackToken(kind, id)).toMatch(/^[0-9a-f]{64}$/)
        expect(new URL(callbackUrl(kind, id)).pathname).not.toMatch(forbidden)
      }),
    )
  })

  test('one digit changed anywhere, and it is forged', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(63), fc.constantFrom(...'0123456789abcdefg-'), (id, place, digit) => {
        const token = callbackToken('stk', id)
        const changed = token.slice(0, place) + digit + token.slice(place + 1)
        fc.pre(changed !== token)
        expect(readCallbackToken('stk', changed)).toBeUndefined()
      }),
    )
  })

  test('a right token that belongs to no payment is told from a forged one', () => {
    expect(readCallbackToken('c2b/confirmation', callbackToken('c2b/confirmation'))).toBeNull()
  })

  test('whatever stands there is read without a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodeUnit }), (token) => {
        expect(readCallbackToken('stk', token)).toBeUndefined()
      }),
    )
  })
})
