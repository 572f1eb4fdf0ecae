import { describe, expect, test } from 'vitest'
import { OWN_SOURCE, sourceList } from './callback-source.ts'

describe('addresses that are believed', () => {
  const isBelieved = sourceList(['196.201.214.200', '196.201.213.0/24', '2001:db8::/32', '127.0.0.1'])

  test.each([
    '196.201.214.200',
    '196.201.213.44',
    '2001:db8::1',
    '127.0.0.1',
    '::ffff:127.0.0.1',
    OWN_SOURCE,
  ])('%s', (address) => {
    expect(isBelieved(address)).toBe(true)
  })

  test.each(['196.201.214.201', '196.201.212.1', '::1', 'unknown', '', '127.0.0.1, 1.2.3.4', 'Self'])(
    'not %j',
    (address) => {
      expect(isBelieved(address)).toBe(false)
    },
  )
})
