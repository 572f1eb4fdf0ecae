import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openStream, sealStream, UnsealError } from './sealed-stream.ts'

const secret = 'a secret of at least thirty-two characters'
const flow = (bytes: Uint8Array, chunk: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
      Buffer.from(bytes.subarray(n * chunk, (n + 1) * chunk)),
    ),
  )
const seal = (bytes: Uint8Array, chunk = 65_536, about = 'one') =>
  buffer(flow(bytes, chunk).compose(sealStream(secret, about)))
const open = (sealed: Uint8Array, chunk = 65_536, secrets = [secret], about = 'one') =>
  buffer(flow(sealed, chunk).compose(openStream(secrets, about)))

describe('a sealed stream', () => {
  test('opens to what went in, whatever its size and however it is cut into pieces', async () => {
    const sizes = fc.constantFrom(0, 1, 100, 262_143, 262_144, 262_145, 524_288, 700_000)
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 900, max: 300_000 }), async (size, chunk) => {
        const bytes = randomBytes(size)
        expect((await open(await seal(bytes, chunk), chunk + 7)).equals(bytes)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  test('does not open where one bit of it was changed', async () => {
    const sealed = await seal(randomBytes(300_000))
    for (const place of [0, 5, 20, 41, 44, 60, 262_200, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      await expect(open(changed)).rejects.toThrow(UnsealError)
    }
  })

  test('does not open where it was cut off, doubled or put in another order', async () => {
    const bytes = randomBytes(3 * 262_144)
    const sealed = await seal(bytes)
    const frame = 4 + 262_144 + 16
    const part = (n: number) => sealed.subarray(41 + n * frame, 41 + (n + 1) * frame)
    const head = sealed.subarray(0, 41)
    for (const bad of [
      sealed.subarray(0, 41 + 2 * frame),
      sealed.subarray(0, sealed.length - 3),
      head,
      new Uint8Array(),
      Buffer.concat([head, part(1), part(0), part(2)]),
      Buffer.concat([head, part(0), part(0), part(1), part(2)]),
      Buffer.concat([sealed, part(2)]),
    ])
      await expect(open(bad)).rejects.toThrow(UnsealError)
  })

  test('opens under its name and a known key alone, a former one too', async () => {
    const sealed = await seal(Buffer.from('hello'))
    await expect(open(sealed, 100, [secret], 'another')).rejects.toThrow(UnsealError)
    await expect(open(sealed, 100, ['another secret of thirty-two characters.'])).rejects.toThrow(UnsealError)
    expect((await open(sealed, 100, ['a newer secret, long enough as well', secret])).toString()).toBe(
      'hello',
    )
  })
})
