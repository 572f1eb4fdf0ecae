import { expect, test } from 'vitest'
import { normaliseKenyanMobile, normalisePhone, readableMask } from './phone.ts'

test('a phone number typed in any usual way is stored in one', () => {
  for (const typed of ['0712345678', '+254 712 345 678', '254712345678', '254 712-345-678', '712345678'])
    expect(normalisePhone(typed), typed).toBe('254712345678')
  expect(normalisePhone('0110 123456')).toBe('254110123456')
  expect(normalisePhone('+256 772 123456')).toBe('256772123456')
})

test('what is no number is none', () => {
  for (const typed of ['', '12345', 'call me', '+254 12', '07123456789012'])
    expect(normalisePhone(typed)).toBe(null)
})

test('a Kenyan mobile number is one in any spelling, and no other number is', () => {
  for (const typed of ['0712345678', '+254 712 345 678', '254712345678', '254 712-345-678', '712345678'])
    expect(normaliseKenyanMobile(typed), typed).toBe('254712345678')
  expect(normaliseKenyanMobile('0110 123456')).toBe('254110123456')
  for (const typed of ['123', '+256 772 123456', '020 2222222', '+1 212 555 0123', '', 'call me'])
    expect(normaliseKenyanMobile(typed), typed).toBe(null)
})

test('a number with hidden digits reads as people write it, and nothing else changes', () => {
  expect(readableMask('254712•••678')).toBe('0712•••678')
  expect(readableMask('254112•••678')).toBe('0112•••678')
  expect(readableMask('2547*****678')).toBe('07*****678')
  expect(readableMask('2547 ***** 6')).toBe('07 ***** 6')
  for (const other of ['', '256772•••123', '254a9f03c1d2']) expect(readableMask(other)).toBe(other)
})
