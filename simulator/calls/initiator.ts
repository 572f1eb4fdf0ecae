import { constants, privateDecrypt } from 'node:crypto'
import type { ResultCode } from '../mpesa/plan.ts'
import { invalidField } from '../refusals.ts'
import type { Merchant, Settings } from '../settings.ts'
import { createKeyPair, type KeyPair } from './certificate.ts'

/** Base64 of 256 bytes, the output of a 2048-bit key. */
const credentialLength = 344

/** A password is printable. Decryption with the wrong key gives random bytes, which hardly ever are. */
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

  /** Created on demand, because creation takes a moment. */
  get keys(): KeyPair {
    this.#keys ??= createKeyPair(this.#now())
    return this.#keys
  }

  /**
   * Checks base64(RSA PKCS#1 v1.5(password)). The setting `foreignCredentials` accepts another certificate's
   * credential.
   * @returns undefined if valid; 2001 for the Result if wrong
   * @throws Refusal 400.002.02 if the text cannot be a credential
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

  /** @returns the password; undefined for another key's credential */
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
