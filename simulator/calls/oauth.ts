// GET /oauth/v1/generate: a new token ends the previous one.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../refusals.ts'
import type { Call, Reply } from '../server.ts'
import type { Merchant, Settings } from '../settings.ts'

export class Tokens {
  #current: { token: string; expiresAt: number } | undefined
  /** Ended tokens, refused with another code than unknown tokens. */
  #former = new Set<string>()
  readonly #merchant: Merchant
  readonly #settings: () => Settings
  readonly #now: () => Date

  constructor(merchant: Merchant, settings: () => Settings, now: () => Date) {
    this.#merchant = merchant
    this.#settings = settings
    this.#now = now
  }

  generate(call: Call): Reply {
    const [scheme, credentials] = (call.headers.authorization ?? '').split(' ')
    if (scheme !== 'Basic' || !credentials) {
      throw new Refusal('400.008.01', 'Invalid Authentication passed')
    }
    const expected = `${this.#merchant.consumerKey}:${this.#merchant.consumerSecret}`
    if (!isSame(Buffer.from(credentials, 'base64'), Buffer.from(expected))) {
      throw new Refusal('400.008.01', 'Invalid Authentication passed')
    }
    if (call.query.get('grant_type') !== 'client_credentials') {
      throw new Refusal('400.008.02', 'Invalid grant type passed')
    }
    this.revoke()
    const { tokenSeconds, expiresInAsText } = this.#settings()
    // 28 characters, as Daraja's tokens.
    const token = randomBytes(21).toString('base64url')
    this.#current = { token, expiresAt: this.#now().getTime() + tokenSeconds * 1_000 }
    return {
      status: 200,
      json: { access_token: token, expires_in: expiresInAsText ? String(tokenSeconds) : tokenSeconds },
    }
  }

  /** @throws Refusal with one of the three token errors */
  check(call: Call): void {
    const [scheme, token] = (call.headers.authorization ?? '').split(' ')
    if (scheme !== 'Bearer' || !token) throw new Refusal('400.003.01', 'Invalid Access Token')
    if (token === this.#current?.token) {
      if (this.#now().getTime() < this.#current.expiresAt) return
      throw new Refusal('401.002.01', 'Error Occurred - Invalid Access Token')
    }
    if (this.#former.has(token)) throw new Refusal('404.001.03', 'Invalid Access Token')
    throw new Refusal('400.003.01', 'Invalid Access Token')
  }

  /** Ends the token, as a second client with the same key does. */
  revoke(): void {
    if (!this.#current) return
    this.#former.add(this.#current.token)
    this.#current = undefined
  }
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
