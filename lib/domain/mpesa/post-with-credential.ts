import { postSafely } from './client.ts'
import type { DarajaAnswer } from './http.ts'
import { securityCredential } from './security-credential.ts'

/** As `postSafely`, in the initiator's name; without a certificate nothing was asked. */
export async function postWithCredential(path: string, fields: object): Promise<DarajaAnswer> {
  const SecurityCredential = await securityCredential()
  if (SecurityCredential === null) return { kind: 'unreached', reason: 'no certificate' }
  return postSafely(path, { ...fields, SecurityCredential })
}
