import { describe, expect, test } from 'vitest'
import { pingFrame, textFrame } from './frame.ts'

/** RFC 6455, section 5.2. */
function read(frame: Buffer) {
  const short = frame.readUInt8(1)
  const [length, start] =
    short === 127
      ? [Number(frame.readBigUInt64BE(2)), 10]
      : short === 126
        ? [frame.readUInt16BE(2), 4]
        : [short, 2]
  expect(frame.length).toBe(start + length)
  return { first: frame.readUInt8(0), text: String(frame.subarray(start)) }
}

describe('a frame', () => {
  test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('carries a text of %i bytes', (length) => {
    const text = 'x'.repeat(length)
    expect(read(textFrame(text))).toEqual({ first: 0x81, text })
  })

  test('counts bytes, not characters', () => {
    const text = '💃'.repeat(40)
    expect(read(textFrame(text))).toEqual({ first: 0x81, text })
  })

  test('can be a ping', () => {
    expect(read(pingFrame)).toEqual({ first: 0x89, text: '' })
  })
})
