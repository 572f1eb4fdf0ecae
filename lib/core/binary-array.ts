// Arrays in Postgres's binary format (its arrayfuncs.c, array_recv), of elements of equal width. Batches pass hundreds of ids
// and times at once, and Postgres takes several times as long to read each of them as text.

/** Bytes before the elements: dimensions, whether there are NULLs, the elements' type, their count, the first index. */
const HEADER_BYTES = 20
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)

/** Writes a `uuid[]`. @throws RangeError where an id is not a UUID */
export function uuidArray(ids: readonly (string | null)[]): Buffer {
  return arrayOf(2950, 16, ids, writeUuid)
}

/** Writes a `timestamptz[]`. @throws RangeError where a date is invalid */
export function timestamptzArray(moments: readonly (Date | null)[]): Buffer {
  return arrayOf(1184, 8, moments, writeMoment)
}

/** Writes a `bigint[]`. @throws RangeError where a value is too large */
export function int8Array(values: readonly (bigint | null)[]): Buffer {
  return arrayOf(20, 8, values, (view, value, at) => {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} is too large`)
    view.setBigInt64(at, value)
  })
}

/** Writes an `int[]`. @throws RangeError where a value is not an integer, or too large */
export function int4Array(values: readonly number[]): Buffer {
  return arrayOf(23, 4, values, (view, value, at) => {
    if ((value | 0) !== value) throw new RangeError(`${value} is no 32-bit integer`)
    view.setInt32(at, value)
  })
}

function arrayOf<T>(
  type: number,
  width: number,
  values: readonly (T | null)[],
  write: (view: DataView, value: T, at: number) => void,
): Buffer {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + values.length * (4 + width)))
  let end = HEADER_BYTES
  let hasNull = 0
  for (const value of values) {
    if (value === null) {
      view.setInt32(end, -1)
      hasNull = 1
      end += 4
    } else {
      view.setInt32(end, width)
      write(view, value, end + 4)
      end += 4 + width
    }
  }
  for (const [place, field] of [1, hasNull, type, values.length, 1].entries()) view.setInt32(place * 4, field)
  return Buffer.from(view.buffer, 0, end)
}

/** Writes microseconds in two halves: bitwise operations on numbers are exact for 32 bits only. */
function writeMoment(view: DataView, moment: Date, at: number): void {
  const micros = (moment.getTime() - POSTGRES_EPOCH_MS) * 1000
  if (Number.isNaN(micros)) throw new RangeError('Invalid date')
  const high = Math.floor(micros / 2 ** 32)
  view.setInt32(at, high)
  view.setUint32(at + 4, micros - high * 2 ** 32)
}

const NO_DIGIT = 16
const digits = new Uint8Array(128).fill(NO_DIGIT)
for (const [value, digit] of [...'0123456789abcdef'].entries()) digits[digit.charCodeAt(0)] = value

function writeUuid(view: DataView, id: string, at: number): void {
  let place = at
  let worst = id.length === 36 ? 0 : NO_DIGIT
  for (let i = 0; i < 36; i += 2) {
    if (i === 8 || i === 13 || i === 18 || i === 23) i += 1
    const high = digits[id.charCodeAt(i)] ?? NO_DIGIT
    const low = digits[id.charCodeAt(i + 1)] ?? NO_DIGIT
    worst |= high | low
    view.setUint8(place, (high << 4) | low)
    place += 1
  }
  if (worst >= NO_DIGIT) throw new RangeError(`${id} is no UUID`)
}
