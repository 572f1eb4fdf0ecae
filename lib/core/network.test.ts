import { expect, test } from 'vitest'
import { networkOf, siteOf } from './network.ts'

test('an IPv4 address stands for itself', () => {
  expect(networkOf('41.90.1.1')).toBe('41.90.1.1')
})

test('the addresses of an IPv6 /64 are one, however they are written; those of the next are another', () => {
  for (const address of ['2c0f:fe38:1:2::1', '2c0f:fe38:1:2:ffff:ffff:ffff:ffff', '2C0F:FE38:0001:0002::'])
    expect(networkOf(address)).toBe('2c0f:fe38:1:2::/64')
  expect(networkOf('2c0f:fe38:1:3::1')).toBe('2c0f:fe38:1:3::/64')
  expect(networkOf('2c0f:fe38::1')).toBe('2c0f:fe38:0:0::/64')
  expect(networkOf('2c0f::2:3:4:5:6')).toBe('2c0f:0:0:2::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})

test('what is no address stays as it is', () => {
  for (const text of ['unknown', '', ':::', 'x'.repeat(64)]) expect(networkOf(text)).toBe(text)
})

test('the networks of an IPv6 /48 are one site; an IPv4 address has none', () => {
  for (const address of ['2c0f:fe38:1:2::1', '2c0f:fe38:1:ffff::1'])
    expect(siteOf(address)).toBe('2c0f:fe38:1::/48')
  expect(siteOf('2c0f:fe38:2::1')).toBe('2c0f:fe38:2::/48')
  expect(siteOf('41.90.1.1')).toBeNull()
})
