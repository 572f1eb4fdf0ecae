import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['Densi 💃 kali', 40, 'Densi 💃 kali'],
  ['Densi 💃 kali', 8, 'Densi 💃'],
  ['Densi 💃 kali', 7, 'Densi '],
  ['Densi', 3, 'Den'],
  ['', 3, ''],
])('%s is cut to at most %i units, and no character in two', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})
