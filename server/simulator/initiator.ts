// Who may order payouts, reversals and queries: a name, and a password that travels encrypted.
import { constants, privateDecrypt } from 'node:crypto'
import { createKeyPair, type KeyPair } from './certificate.ts'
import type { ResultCode } from './plan.ts'
import { invalidField } from './refusal.ts'
import type { Merchant } from './settings.ts'

/** base64 of 256 bytes, which is what a 2048-bit key encrypts to. */
const credentialLength = 344

export class Initiator {
  #keys: KeyPair | undefined
  readonly #merchant: Merchant
  readonly #now: () => Date

  constructor(merchant: Merchant, now: () => Date) {
    this.#merchant = merchant
    this.#now = now
  }

  /** Made when first needed: it takes a moment, and most tests pay nobody out. */
  get keys(): KeyPair {
    this.#keys ??= createKeyPair(this.#now())
    return this.#keys
  }

  /**
   * Checks base64(RSA PKCS#1 v1.5(password)). Undefined when it is right, else 2001, which is told with the Result as
   * M-Pesa does. @throws Refusal 400.002.02 for what can't be a credential at all
   */
  check(name: string, credential: string): ResultCode | undefined {
    if (credential.length !== credentialLength || !/^[A-Za-z0-9+/]+=*$/.test(credential)) {
      throw invalidField('SecurityCredential')
    }
    return name === this.#merchant.initiatorName &&
      this.#decrypt(credential) === this.#merchant.initiatorPassword
      ? undefined
      : 2001
  }

  #decrypt(credential: string): string | undefined {
    try {
      const key = { key: this.keys.privateKey, padding: constants.RSA_PKCS1_PADDING }
      return privateDecrypt(key, Buffer.from(credential, 'base64')).toString('utf8')
    } catch {
      return undefined
    }
  }
}
