import { expect, test } from 'vitest'
import { ask, complaint } from './command.mjs'

test('of what a failed command said, the first error counts, or else the last line', () => {
  expect(complaint('W: old lists\nE: Unable to locate package x\nE: more\n')).toBe(
    'E: Unable to locate package x',
  )
  expect(complaint('reading\nlibz.so.1: cannot open shared object file\n\n')).toBe(
    'libz.so.1: cannot open shared object file',
  )
  expect(complaint('\n')).toBeUndefined()
})

test('a command says how it went in words of its own, or by its code', () => {
  expect(ask('sh', ['-c', 'echo fine'])).toEqual({ fails: false, said: 'fine\n' })
  expect(ask('sh', ['-c', 'echo E: no >&2; exit 2'])).toEqual({ fails: true, reason: 'E: no' })
  expect(ask('sh', ['-c', 'exit 3'])).toEqual({ fails: true, reason: 'it ended with 3' })
  expect(ask('/no/such/program', [])).toMatchObject({
    fails: true,
    reason: expect.stringContaining('ENOENT'),
  })
})
