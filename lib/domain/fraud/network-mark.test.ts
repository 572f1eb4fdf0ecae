import { describe, expect, test } from 'vitest'
import { siteOfMark } from '#lib/core/network.ts'
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
    expect(mark).toMatch(/^[0-9a-f]{24}$/)
    expect(networkMark('2c0f:fe38:2405:1a2b::2')).toBe(mark)
    expect(networkMark('2c0f:fe38:2405:1a2c::1')).not.toBe(mark)
    expect(networkMark('41.90.1.1')).toMatch(/^[0-9a-f]{16}$/)
  })

  test('tells by its mark which /48 it is of, and an IPv4 address is of none', () => {
    const site = siteOfMark(networkMark('2c0f:fe38:2405:1a2b::1'))
    expect(site).toMatch(/^[0-9a-f]{12}$/)
    expect(siteOfMark(networkMark('2c0f:fe38:2405:ffff::1'))).toBe(site)
    expect(siteOfMark(networkMark('2c0f:fe38:2406:1a2b::1'))).not.toBe(site)
    expect([siteOfMark(networkMark('41.90.1.1')), siteOfMark('')]).toEqual([null, null])
  })
})
