// Checks who orders payouts, reversals and queries: a name, and a password that is sent encrypted.
import { constants, privateDecrypt } from 'node:crypto'
import type { ResultCode } from '../mpesa/plan.ts'
import { invalidField } from '../refusals.ts'
import type { Merchant, Settings } from '../settings.ts'
import { createKeyPair, type KeyPair } from './certificate.ts'

/** The length of base64 of 256 bytes, to which a 2048-bit key encrypts. */
const credentialLength = 344

/** What another key decrypts to is a few random bytes, hardly ever printable ones. */
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

  /** Made when it is first needed, because that takes a moment and most tests pay nobody out. */
  get keys(): KeyPair {
    this.#keys ??= createKeyPair(this.#now())
    return this.#keys
  }

  /**
   * Checks base64(RSA PKCS#1 v1.5(password)). A credential for another certificate passes where `foreignCredentials` is on.
   * @returns undefined when it is right, else 2001, which the Result tells, as M-Pesa does
   * @throws Refusal 400.002.02 for a text that can not be a credential
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

  /** @returns undefined for a credential that was encrypted for another key */
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
