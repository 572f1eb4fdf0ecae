import { describe, expect, test } from 'vitest'
import { payerAmong } from './own-phone.ts'
import type { KnownPhone } from './policy.ts'
import { phoneHash, readReportedPhone } from './reported-phone.ts'

const phone = '254712345678'
const known = (...links: KnownPhone['link'][]): KnownPhone[] => links.map((link) => ({ phone, link }))
const relation = (of: readonly KnownPhone[], reported: string, holdScore: number) =>
  payerAmong(of, readReportedPhone(reported), holdScore).relation

describe.each([
  ['in full', phone],
  ['as a hash', phoneHash(phone)],
])('a payer who is told %s', (_how, reported) => {
  test('is the dancer by the strongest way in which the phone is known', () => {
    expect(payerAmong(known('subscription', 'withdrawal'), readReportedPhone(reported), 80)).toMatchObject({
      relation: 'known',
      hold: { score: 90, link: 'withdrawal' },
    })
  })

  test('is the dancer by the phone of their profile, whatever the setting holds', () => {
    expect(payerAmong(known('top_up', 'profile'), readReportedPhone(reported), 101)).toMatchObject({
      relation: 'own',
      hold: { score: 100 },
    })
  })

  test('is somebody else with another phone, one that nobody knows, or below the setting', () => {
    expect(relation([{ phone: '254712345679', link: 'profile' }], reported, 1)).toBe('other')
    expect(relation([{ phone: '', link: 'profile' }], reported, 1)).toBe('other')
    expect(relation(known('subscription', 'top_up'), reported, 80)).toBe('other')
    expect(relation(known('withdrawal'), reported, 101)).toBe('other')
  })
})

describe('a payer whose number is masked', () => {
  test('may be the dancer where the mask fits a phone that would be held', () => {
    expect(relation(known('withdrawal'), '2547*****678', 80)).toBe('may_be')
    expect(relation(known('profile'), '2547*****678', 101)).toBe('may_be')
  })

  test('is somebody else where it does not, or tells too little', () => {
    expect(relation(known('profile'), '2547*****679', 1)).toBe('other')
    expect(relation(known('subscription'), '2547*****678', 80)).toBe('other')
    expect(relation(known('profile'), '2547********', 1)).toBe('other')
    expect(relation(known('profile'), '', 1)).toBe('other')
  })
})
