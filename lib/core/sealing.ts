import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'

export type Sealing = {
  /** `about` names the owner (a user's id), which `open` must repeat. */
  seal(text: string, about: string): Uint8Array<ArrayBuffer>
  /** @throws Error if the key is unknown, `about` differs, or the data was changed */
  open(sealed: Uint8Array, about: string): string
  /** A keyed hash, to find a text that is stored only sealed. */
  fingerprint(text: string): Uint8Array<ArrayBuffer>
  /** The text's hashes under every known key. */
  fingerprints(text: string): Uint8Array<ArrayBuffer>[]
}

// version (1) | key (8) | nonce (12) | tag (16) | AES-256-GCM of the text
const VERSION = 1
const KEY_ID = { from: 1, to: 9 }
const NONCE = { from: 9, to: 21 }
const TAG = { from: 21, to: 37 }

type Key = { readonly id: Buffer; readonly sealing: Buffer; readonly fingerprints: Buffer }

/** @param secrets the current key first, then former keys */
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

export function sealing(): Sealing {
  return held.get()
}

/** Derives a key for one purpose (HKDF-SHA256, no salt). @param length bytes */
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
