import { expect, test } from 'vitest'
import { addressFrom, isFromThisMachine } from './request-source.ts'

test('without proxies of ours, the last address counts and claims before it do not', () => {
  expect(addressFrom('41.90.1.1', 0)).toBe('41.90.1.1')
  expect(addressFrom('127.0.0.1, 10.0.0.1, 41.90.1.1', 0)).toBe('41.90.1.1')
})

test('behind our proxies, the address that the outermost of them saw counts', () => {
  expect(addressFrom('8.8.8.8, 41.90.1.1, 172.18.0.2', 1)).toBe('41.90.1.1')
  expect(addressFrom('8.8.8.8, 41.90.1.1, 172.18.0.3, 172.18.0.2', 2)).toBe('41.90.1.1')
})

test('a caller that did not come through the proxies is the first address there is', () => {
  expect(addressFrom('172.18.0.2', 2)).toBe('172.18.0.2')
})

test('an address has one form, and is always there', () => {
  expect(addressFrom('::ffff:41.90.1.1', 0)).toBe('41.90.1.1')
  expect(addressFrom('2c0f:fe38::1', 0)).toBe('2c0f:fe38::1')
  expect(addressFrom(null, 0)).toBe('unknown')
  expect(addressFrom(' , ', 0)).toBe('unknown')
  expect(addressFrom('x'.repeat(200), 0)).toHaveLength(64)
})

test('a request is this machine’s only where everybody on its way is', () => {
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.1, 127.8.9.10', '::1,127.0.0.1'])
    expect([own, isFromThisMachine(own)]).toEqual([own, true])
  for (const other of [
    '41.90.1.1',
    '127.0.0.1, 41.90.1.1',
    '41.90.1.1, 127.0.0.1',
    '127.0.0.1x',
    '',
    'unknown',
  ])
    expect([other, isFromThisMachine(other)]).toEqual([other, false])
  expect(isFromThisMachine(null)).toBe(false)
})
