import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'

/** Encryption at rest under keys that can be replaced. */
export type Sealing = {
  /** Encrypts a text. `about` names what it belongs to (a user's id): it can be decrypted under the same name only. */
  seal(text: string, about: string): Uint8Array<ArrayBuffer>
  /** @throws Error where no known key sealed it, it belongs to something else, or it was changed */
  open(sealed: Uint8Array, about: string): string
  /** Returns a keyed hash, by which a text is found that is stored sealed only. */
  fingerprint(text: string): Uint8Array<ArrayBuffer>
  /** Returns the hashes under every known key, to find what was stored before the key was replaced as well. */
  fingerprints(text: string): Uint8Array<ArrayBuffer>[]
}

// version (1) | key (8) | nonce (12) | tag (16) | AES-256-GCM of the text
const VERSION = 1
const KEY_ID = { from: 1, to: 9 }
const NONCE = { from: 9, to: 21 }
const TAG = { from: 21, to: 37 }

type Key = { readonly id: Buffer; readonly sealing: Buffer; readonly fingerprints: Buffer }

/** @param secrets the current key first, then those that it replaced */
export function createSealing(secrets: readonly [string, ...string[]]): Sealing {
  const current = deriveKey(secrets[0])
  const keys = [current, ...secrets.slice(1).map(deriveKey)]
  const fingerprintUnder = (key: Key, text: string) =>
    new Uint8Array(createHmac('sha256', key.fingerprints).update(text).digest())
  return {
    seal: (text, about) => sealUnder(current, text, about),
    open: (sealed, about) => openUnder(keys, Buffer.from(sealed), about),
    fingerprint: (text) => fingerprintUnder(current, text),
    fingerprints: (text) => keys.map((key) => fingerprintUnder(key, text)),
  }
}

const held = processSingleton('sealing', () => createSealing([env.KYC_KEY, ...env.KYC_FORMER_KEYS]))

/** Returns the process's sealing, under KYC_KEY and the keys that it replaced. */
export function sealing(): Sealing {
  return held.get()
}

/** Derives a key for one purpose, from which no other key follows (HKDF-SHA256, without salt). @param length bytes */
export function keyFor(use: string, secret: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `ngoma ${use}`, length))
}

function deriveKey(secret: string): Key {
  return {
    id: keyFor('key id', secret, 8),
    sealing: keyFor('sealing', secret),
    fingerprints: keyFor('fingerprints', secret),
  }
}

function sealUnder(key: Key, text: string, about: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE.to - NONCE.from)
  const cipher = createCipheriv('aes-256-gcm', key.sealing, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([Buffer.of(VERSION), key.id, nonce, cipher.getAuthTag(), sealed]))
}

function openUnder(keys: readonly Key[], sealed: Buffer, about: string): string {
  const part = ({ from, to }: { from: number; to: number }) => sealed.subarray(from, to)
  const key = keys.find(({ id }) => id.equals(part(KEY_ID)))
  if (sealed[0] !== VERSION || !key)
    throw new Error('sealed under a key that is not known: see KYC_FORMER_KEYS')
  const decipher = createDecipheriv('aes-256-gcm', key.sealing, part(NONCE))
    .setAAD(Buffer.from(about))
    .setAuthTag(part(TAG))
  return Buffer.concat([decipher.update(sealed.subarray(TAG.to)), decipher.final()]).toString('utf8')
}
