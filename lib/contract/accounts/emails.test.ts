import { expect, test } from 'vitest'
import { emailAddress } from './emails.ts'

const accepts = (email: string) => emailAddress.safeParse(email).success
const label = (length: number) => 'a'.repeat(length)

test.each([
  'amina@example.com',
  'AMINA.wanjiru+dance@mail.example.co.ke',
  'amina@xn--mller-kva.example',
  'amina@example.xn--p1ai',
  'amina@3g.example',
  `${label(64)}@example.com`,
  `amina@${label(63)}.com`,
  `${label(60)}@${label(63)}.${label(63)}.${label(61)}.com`,
])('%s is taken', (email) => expect(accepts(email)).toBe(true))

test.each([
  'amina@-example.com',
  'amina@example-.com',
  `amina@${label(64)}.com`,
  `${label(65)}@example.com`,
  `${label(60)}@${label(63)}.${label(63)}.${label(63)}.com`,
  'amina@example..com',
  'amina@.example.com',
  'amina@example.com.',
  'amina@127.0.0.1',
  'amina@[127.0.0.1]',
  'amina@example',
  'amina@@example.com',
  'a b@example.com',
  '.amina@example.com',
  'amina.@example.com',
])('%s is refused', (email) => expect(accepts(email)).toBe(false))
