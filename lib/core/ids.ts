import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { now } from './clock.ts'

/** Makes a UUIDv7, which sorts by the time it was made. */
export function newId(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now().getTime(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidFromHex(bytes.toString('hex'))
}

/**
 * Makes the id of what is created under an Idempotency-Key: it is the same for the same secret and text, and can not be guessed
 * without the secret. So a repeated request finds what exists, where the process died between the write and its answer.
 */
export function idUnderKey(secret: string, text: string): string {
  const bytes = createHmac('sha256', secret).update(text).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return uuidFromHex(bytes.toString('hex'))
}

/**
 * As `idUnderKey` where the caller has named a key, else a new id.
 * @param kind of what is made
 * @param asked everything that was asked for
 */
export function idOfAttempt(
  secret: string,
  kind: string,
  key: string | null | undefined,
  asked: readonly (string | number)[],
): string {
  return key ? idUnderKey(secret, [kind, key, ...asked].join(' ')) : newId()
}

/** Makes the id of a request for logs and answers. Nothing sorts by it, so it is of the kind that costs least. */
export function newRequestId(): string {
  return randomUUID()
}

/** Writes 32 hex digits as a UUID. */
export function uuidFromHex(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Says whether a text is a UUID. */
export function isUuid(value: string): boolean {
  return UUID.test(value)
}

// Crockford's base 32 without I, L, O, U, which are misread or typed wrong on a feature phone.
const SPOKEN = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes a random code of that length that is easy to read aloud and to type. */
export function newSpokenCode(length: number): string {
  return Array.from({ length }, () => SPOKEN.charAt(randomInt(SPOKEN.length))).join('')
}

/** Reads such a code as a person typed it: in upper case, without blanks, dashes and `#`, with look-alikes corrected. */
export function normaliseSpokenCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/U/g, 'V')
}

/** Makes a secret for links and refresh tokens: 256 random bits as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Derives the secret that follows another one: always the same, and not to be guessed without `key`. */
export function secretAfter(key: string, former: string): string {
  return createHmac('sha256', key).update(`the secret after ${former}`).digest('base64url')
}

/** Returns the SHA-256 of a text. Secrets are stored as such. */
export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** Returns an HMAC-SHA-256 as hex, cut to `length` digits. */
export function signHex(secret: string, text: string, length = 64): string {
  return createHmac('sha256', secret).update(text).digest('hex').slice(0, length)
}

/** Says whether two texts are equal, in a time that does not depend on where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
