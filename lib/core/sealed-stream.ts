import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

// Format: version (1) | key (8) | salt (32), then frames: length (4) | AES-256-GCM of at most 256 KiB | tag
// (16). The nonce has each frame's place and marks the last, so frames cannot be changed, moved, doubled or
// cut off.
const VERSION = 1
const HEADER = 41
const FRAME = 256 * 1024
const TAG = 16

/** The data was changed, or sealed under an unknown key. */
export class UnsealError extends Error {}

function derive(secret: string, use: string, salt: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, `ngoma stream ${use}`, length))
}

const keyIdOf = (secret: string) => derive(secret, 'key id', new Uint8Array(), 8)

function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(place, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** @param about the data's name, which decryption must repeat */
export function sealStream(secret: string, about: string): Transform {
  const salt = randomBytes(32)
  const key = derive(secret, 'sealing', salt, 32)
  let place = 0
  let waiting: Buffer = Buffer.alloc(0)
  const frame = (text: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place++, isLast)).setAAD(Buffer.from(about))
    const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    return Buffer.concat([length, sealed])
  }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting = Buffer.concat([waiting, chunk])
      // Retains a full frame, because only the end shows which frame is the last.
      while (waiting.length > FRAME) {
        this.push(frame(waiting.subarray(0, FRAME), false))
        waiting = waiting.subarray(FRAME)
      }
      done()
    },
    flush(done) {
      this.push(frame(waiting, true))
      done()
    },
  })
  stream.push(Buffer.concat([Buffer.of(VERSION), keyIdOf(secret), salt]))
  return stream
}

/**
 * Decrypts; fails with UnsealError at the first change.
 * @param secrets every key that can have sealed the data
 */
export function openStream(secrets: readonly string[], about: string): Transform {
  let waiting: Buffer = Buffer.alloc(0)
  let key: Buffer | undefined
  let place = 0
  const readHeader = () => {
    const id = waiting.subarray(1, 9)
    const secret = secrets.find((one) => keyIdOf(one).equals(id))
    if (waiting[0] !== VERSION || secret === undefined)
      throw new UnsealError('it was changed, or sealed under a key that is not known')
    key = derive(secret, 'sealing', waiting.subarray(9, HEADER), 32)
    waiting = waiting.subarray(HEADER)
  }
  const openFrame = (sealed: Buffer, isLast: boolean): Buffer => {
    if (!key || sealed.length < TAG) throw new UnsealError('it was cut off')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place++, isLast))
      .setAAD(Buffer.from(about))
      .setAuthTag(sealed.subarray(sealed.length - TAG))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()])
    } catch {
      throw new UnsealError('it was changed or cut off')
    }
  }
  const drain = (stream: Transform) => {
    if (!key && waiting.length >= HEADER) readHeader()
    while (key && waiting.length > 4) {
      const end = 4 + waiting.readUInt32BE(0)
      if (end > 4 + FRAME + TAG) throw new UnsealError('it was changed')
      if (waiting.length <= end) return
      stream.push(openFrame(waiting.subarray(4, end), false))
      waiting = waiting.subarray(end)
    }
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting = Buffer.concat([waiting, chunk])
      guarded(done, () => drain(this))
    },
    flush(done) {
      guarded(done, () => {
        if (!key || waiting.length < 4 || waiting.length !== 4 + waiting.readUInt32BE(0))
          throw new UnsealError('it was cut off')
        this.push(openFrame(waiting.subarray(4), true))
      })
    },
  })
}

function guarded(done: TransformCallback, work: () => void): void {
  try {
    work()
    done()
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
  }
}
