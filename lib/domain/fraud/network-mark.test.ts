import { describe, expect, test } from 'vitest'
import { markedNetwork, networkMark } from './network-mark.ts'

describe('a network', () => {
  test.each([
    ['197.248.1.9', '197.248.1.9'],
    ['2c0f:fe38:2405:1a2b:1:2:3:4', '2c0f:fe38:2405:1a2b'],
    ['2C0F:FE38:2405:1A2B::4', '2c0f:fe38:2405:1a2b'],
    ['2c0f:fe38::4', '2c0f:fe38:0:0'],
    ['2c0f:0038::', '2c0f:38:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s is of %s', (address, network) => {
    expect(markedNetwork(address)).toBe(network)
  })

  test.each(['', 'unknown', 'localhost', '1.2.3', 'a:b:c', '1:2:3:4:5:6:7:8::9:a', 'x'.repeat(64)])(
    '%j is none',
    (address) => {
      expect(networkMark(address)).toBe('')
    },
  )

  test('is kept as a mark that does not tell it, the same for one network alone', () => {
    const mark = networkMark('2c0f:fe38:2405:1a2b::1')
    expect(mark).toMatch(/^[0-9a-f]{16}$/)
    expect(networkMark('2c0f:fe38:2405:1a2b::2')).toBe(mark)
    expect(networkMark('2c0f:fe38:2405:1a2c::1')).not.toBe(mark)
  })
})
