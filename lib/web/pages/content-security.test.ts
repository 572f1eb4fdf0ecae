import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { calledHosts, contentPolicy, hashedScripts, nonceScripts } from './content-security.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('each inline script is named once', () => {
  expect(hashedScripts(['one', 'two\n2', 'one'])).toBe(
    `script-src 'self' ${hashOf('one')} ${hashOf('two\n2')}`,
  )
})

test('a page rendered for one person runs what carries its nonce, and the constants', () => {
  expect(nonceScripts('abc', ['one'])).toBe(`script-src 'self' 'nonce-abc' ${hashOf('one')}`)
})

test('only a development build may evaluate code', () => {
  expect(contentPolicy(false)).not.toContain('unsafe-eval')
  expect(contentPolicy(true)).toContain('unsafe-eval')
})

test('a page calls and hears us and the object store, whatever the address of the store says besides its origin', () => {
  expect(calledHosts('https://files.example:8443/base')).toBe(
    "connect-src 'self' https://files.example:8443; media-src 'self' blob: https://files.example:8443",
  )
})
