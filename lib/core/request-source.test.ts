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

test('an address has one form, however a load balancer writes it', () => {
  for (const written of [
    '41.90.1.1',
    ' 41.90.1.1 ',
    '41.90.1.1:1234',
    '"41.90.1.1:1234"',
    '::ffff:41.90.1.1',
    '::FFFF:295a:101',
    '0:0:0:0:0:ffff:41.90.1.1',
    '0000:0000:0000:0000:0000:ffff:295a:0101',
    '[::ffff:41.90.1.1]:1234',
  ])
    expect([written, addressFrom(written, 0)]).toEqual([written, '41.90.1.1'])
  for (const written of [
    '2c0f:fe38::1',
    '2C0F:FE38:0000:0000:0000:0000:0000:0001',
    '2c0f:fe38:0:0::1',
    '[2c0f:fe38::1]',
    '[2c0f:fe38::1]:443',
    '"[2c0f:fe38::1]:443"',
    '2c0f:fe38::1%eth0',
  ])
    expect([written, addressFrom(written, 0)]).toEqual([written, '2c0f:fe38::1'])
})

test('all that is no address is one shared network', () => {
  for (const text of [
    null,
    '',
    ' , ',
    'unknown',
    '_hidden',
    'x'.repeat(200),
    `[${'1'.repeat(200)}]`,
    '41.90.1.1:1234:5',
    '41.90.1',
    '41.90.1.256',
    '041.90.1.1',
    '41.90.1.1 41.90.1.2',
    '[41.90.1.1',
    'localhost',
    '2c0f::fe38::1',
    '%',
    '0x29.90.1.1',
  ])
    expect([text, addressFrom(text, 0)]).toEqual([text, 'unknown'])
})

test('a request is this machine’s only where everybody on its way is', () => {
  for (const own of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '127.0.0.1, 127.8.9.10',
    '::1,127.0.0.1',
    '127.0.0.1:80, [::1]:80',
  ])
    expect([own, isFromThisMachine(own, 'localhost:3000')]).toEqual([own, true])
  for (const other of [
    '41.90.1.1',
    '127.0.0.1, 41.90.1.1',
    '41.90.1.1, 127.0.0.1',
    '127.0.0.1x',
    '',
    'unknown',
  ])
    expect([other, isFromThisMachine(other, 'localhost:3000')]).toEqual([other, false])
  expect(isFromThisMachine(null, 'localhost:3000')).toBe(false)
})

test('a request by the name of another site is not this machine’s, though it comes from here', () => {
  for (const host of [
    undefined,
    null,
    'localhost',
    'localhost:3006',
    '127.0.0.1:3006',
    '[::1]:3006',
    '10.0.0.7',
  ])
    expect([host, isFromThisMachine('127.0.0.1', host)]).toEqual([host, true])
  for (const host of [
    'rebound.example',
    'rebound.example:3006',
    'localhost.example',
    '127.0.0.1.example',
    'a b',
  ])
    expect([host, isFromThisMachine('127.0.0.1', host)]).toEqual([host, false])
})
