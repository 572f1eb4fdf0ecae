import { postSafely } from './client.ts'
import type { DarajaAnswer } from './http.ts'
import { securityCredential } from './security-credential.ts'

/** As `postSafely`, with the initiator's credential added; without a certificate nothing was asked. */
export async function postWithCredential<Request extends { SecurityCredential: string }>(
  path: string,
  fields: Omit<Request, 'SecurityCredential'>,
): Promise<DarajaAnswer> {
  const SecurityCredential = await securityCredential()
  if (SecurityCredential === null) return { kind: 'unreached', reason: 'no certificate' }
  return postSafely(path, { ...fields, SecurityCredential })
}
