import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { now } from './clock.ts'

/** A UUIDv7, which sorts by time. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now().getTime(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidFromHex(bytes.toString('hex'))
}

/**
 * Returns the same id for the same text, unguessable without the secret: a repeated request finds the object
 * even if the process died before it answered.
 */
export function idUnderKey(secret: string, text: string): string {
  const bytes = createHmac('sha256', secret).update(text).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidFromHex(bytes.toString('hex'))
}

/**
 * Returns `idUnderKey`, or a new id without a key.
 * @param asked every field of the request
 */
export function idOfAttempt(
  secret: string,
  kind: string,
  key: string | null | undefined,
  asked: readonly (string | number)[],
): string {
  return key ? idUnderKey(secret, [kind, key, ...asked].join(' ')) : newId()
}

export function newRequestId(): string {
  return randomUUID()
}

export function uuidFromHex(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(value: string): boolean {
  return UUID.test(value)
}

// Crockford's base 32 without I, L, O, U, which people misread or mistype.
const SPOKEN = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function newSpokenCode(length: number): string {
  return Array.from({ length }, () => SPOKEN.charAt(randomInt(SPOKEN.length))).join('')
}

/** The code in upper case, without separators, look-alikes corrected. */
export function normaliseSpokenCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/U/g, 'V')
}

/** Returns 256 random bits as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The same secret for the same `former`, unguessable without `key`. */
export function secretAfter(key: string, former: string): string {
  return createHmac('sha256', key).update(`the secret after ${former}`).digest('base64url')
}

export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

export function signHex(secret: string, text: string, length = 64): string {
  return createHmac('sha256', secret).update(text).digest('hex').slice(0, length)
}

export function equalInConstantTime(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
