import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'

/**
 * The initiator's encrypted password: base64(RSA PKCS#1 v1.5(password)) (docs/daraja.md, B2C). The key is not
 * cached: the simulator's certificate changes at each start.
 * @returns null without a certificate: the request then stays pending
 */
export async function securityCredential(): Promise<string | null> {
  const key = await initiatorKey()
  if (!key) return null
  const padded = { key, padding: constants.RSA_PKCS1_PADDING }
  return publicEncrypt(padded, Buffer.from(env.MPESA_INITIATOR_PASSWORD)).toString('base64')
}

async function initiatorKey(): Promise<KeyObject | null> {
  try {
    if (env.MPESA_CERTIFICATE !== '') return createPublicKey(env.MPESA_CERTIFICATE)
    const signal = AbortSignal.timeout(env.MPESA_TIMEOUT_MS)
    const answer = await fetch(`${env.MPESA_BASE_URL}/certificate`, { signal })
    return answer.ok ? createPublicKey(await answer.text()) : null
  } catch (error) {
    log.error({ err: error }, 'no certificate for the initiator')
    return null
  }
}
