import { expect, test } from 'vitest'
import { formatFileSize } from './use-file-size.ts'

test.each([
  [0, '0 Bytes'],
  [1023, '1,023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10 * 1024 * 1024, '10 MB'],
  [3_456_789, '3.3 MB'],
  [5 * 1024 ** 4, '5,120 GB'],
])('%i bytes read as %s', (bytes, words) => {
  expect(formatFileSize(bytes, 'en-KE')).toBe(words)
})
