import pino from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './log.ts'

function written(entry: object, message = 'it failed'): string {
  const lines: string[] = []
  pino({ ...logOptions, level: 'info' }, { write: (line) => lines.push(line) }).error(entry, message)
  return lines.join('')
}

test('an error of the database is told without the row that it is about', () => {
  const error = Object.assign(
    new Error('duplicate key value violates unique constraint "app_user_phone_key"'),
    {
      code: '23505',
      constraint: 'app_user_phone_key',
      detail: 'Key (phone)=(254712345678) already exists.',
      where: 'unnamed portal with parameters: $1 = Amina Wanjiru',
    },
  )
  const line = written({ err: new Error('the callback', { cause: error }) })
  expect(line).toContain('app_user_phone_key')
  expect(line).toContain('23505')
  expect(line).not.toMatch(/254712345678|Amina|already exists/)
})

test('a phone in a sentence is masked, wherever it stands, and ids and times stay', () => {
  const line = written({
    err: 'invalid input syntax for type uuid: "254712345678"',
    outcome: { reason: 'no such subscriber: 0712345678 (+254112345678)' },
    id: '019a1f2e-7000-7000-8000-254712345678',
    cents: '1254712345678',
  })
  expect(line).toContain('2547…678')
  expect(line).toContain('0712…678')
  expect(line).toContain('2541…678')
  expect(line).toContain('8000-254712345678')
  expect(line).toContain('1254712345678')
  expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number), msg: 'it failed' })
})

test('an address of mail is masked, wherever it stands', () => {
  const line = written({
    err: '450 4.7.1 <amina.w+ngoma@mail.example.com>: rejected',
    lines: 'rejected:\r\nbaraka@example.co.ke\u0001wanjikũ@example.com',
    path: '/api/x/?email=juma%40example.com&page=2',
  })
  expect(JSON.parse(line)).toMatchObject({
    err: '450 4.7.1 <a…@mail.example.com>: rejected',
    lines: 'rejected:\r\nb…@example.co.ke\u0001w…@example.com',
    path: '/api/x/?email=j…@example.com&page=2',
  })
})

test('what only looks like an address stays: packages of a stack, and handles', () => {
  const stack =
    'at send (file:///app/node_modules/.pnpm/bullmq@5.80.2/node_modules/bullmq/worker.js:1:2) for @ngoma'
  expect(JSON.parse(written({ stack }))).toMatchObject({ stack })
})

test('a word of a million letters is gone through once', () => {
  const word = 'a'.repeat(1_000_000)
  expect(JSON.parse(written({ word }))).toMatchObject({ word })
})
