import { describe, expect, test } from 'vitest'
import { createSealing } from './sealing.ts'

const old = 'the key that was in force until last year'
const fresh = 'the key that is in force since this morning'
const text = JSON.stringify({ national_id: '12345678', full_name: 'Amina Wanjiru 💃' })

describe('what is sealed', () => {
  const { seal, open } = createSealing([fresh])

  test('opens again, and shows nothing of itself', () => {
    const sealed = seal(text, 'user-1')
    expect(open(sealed, 'user-1')).toBe(text)
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('12345678')
    expect(seal(text, 'user-1')).not.toEqual(sealed)
  })

  test('opens for nobody else, under no other key, and with no bit changed', () => {
    const sealed = seal(text, 'user-1')
    expect(() => open(sealed, 'user-2')).toThrow()
    expect(() => createSealing([old]).open(sealed, 'user-1')).toThrow('KYC_FORMER_KEYS')
    for (const place of [0, 1, 9, 21, 37, sealed.length - 1]) {
      const changed = sealed.slice()
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(() => open(changed, 'user-1'), `byte ${place}`).toThrow()
    }
    expect(() => open(new Uint8Array(), 'user-1')).toThrow()
  })
})

describe('a key that was replaced', () => {
  const before = createSealing([old])
  const after = createSealing([fresh, old])

  test('still opens what it sealed; what is sealed now it does not open', () => {
    expect(after.open(before.seal(text, 'user-1'), 'user-1')).toBe(text)
    expect(() => before.open(after.seal(text, 'user-1'), 'user-1')).toThrow()
  })

  test('still finds what it fingerprinted', () => {
    expect(after.fingerprints('12345678')).toContainEqual(before.fingerprint('12345678'))
    expect(after.fingerprints('12345678')).toContainEqual(after.fingerprint('12345678'))
    expect(after.fingerprint('12345678')).not.toEqual(before.fingerprint('12345678'))
  })
})
