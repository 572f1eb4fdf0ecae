// Who may order payouts, reversals and queries: a name, and a password that travels encrypted.
import { constants, privateDecrypt } from 'node:crypto'
import { createKeyPair, type KeyPair } from './certificate.ts'
import type { ResultCode } from './plan.ts'
import { invalidField } from './refusal.ts'
import type { Merchant, Settings } from './settings.ts'

/** base64 of 256 bytes, which is what a 2048-bit key encrypts to. */
const credentialLength = 344

/** Printable, as every password is and noise is not. */
const passwordLike = /^[\x20-\x7e]{4,}$/

export class Initiator {
  #keys: KeyPair | undefined
  readonly #merchant: Merchant
  readonly #settings: () => Settings
  readonly #now: () => Date

  constructor(merchant: Merchant, settings: () => Settings, now: () => Date) {
    this.#merchant = merchant
    this.#settings = settings
    this.#now = now
  }

  /** Made when first needed: it takes a moment, and most tests pay nobody out. */
  get keys(): KeyPair {
    this.#keys ??= createKeyPair(this.#now())
    return this.#keys
  }

  /**
   * Checks base64(RSA PKCS#1 v1.5(password)). Undefined when it is right, else 2001, which is told with the Result as
   * M-Pesa does. What only another key can read passes where the setting says so. @throws Refusal 400.002.02 for what can't be a credential at all
   */
  check(name: string, credential: string): ResultCode | undefined {
    if (credential.length !== credentialLength || !/^[A-Za-z0-9+/]+=*$/.test(credential)) {
      throw invalidField('SecurityCredential')
    }
    if (name !== this.#merchant.initiatorName) return 2001
    const password = this.#decrypt(credential)
    if (password === undefined) return this.#settings().foreignCredentials ? undefined : 2001
    return password === this.#merchant.initiatorPassword ? undefined : 2001
  }

  /** @returns undefined for what was encrypted for another key: that yields nothing, or a few bytes of noise */
  #decrypt(credential: string): string | undefined {
    try {
      const key = { key: this.keys.privateKey, padding: constants.RSA_PKCS1_PADDING }
      const text = privateDecrypt(key, Buffer.from(credential, 'base64')).toString('utf8')
      return passwordLike.test(text) ? text : undefined
    } catch {
      return undefined
    }
  }
}
