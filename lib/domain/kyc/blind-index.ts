import type { KycForm } from '#lib/contract/kyc/calls.ts'
import { sealing } from '#lib/core/sealing.ts'
import { nameWords, normaliseNationalId } from './policy.ts'

/** Keyed hashes of the national id and the words of the name: the form itself is stored encrypted. */
export type BlindIndex = { nationalId: Buffer | null; name: Buffer[] }

/** Hashes a form with the current key. */
export function indexForm(form: Pick<KycForm, 'national_id' | 'full_name'>): BlindIndex {
  const nationalId = normaliseNationalId(form.national_id)
  return {
    nationalId: nationalId === '' ? null : Buffer.from(sealing().fingerprint(nationalId)),
    name: nameWords(form.full_name).map((word) => Buffer.from(sealing().fingerprint(asName(word)))),
  }
}

/** One hash per key in use; none for an empty text. */
export function hashesOfNationalId(typed: string): Buffer[] {
  const nationalId = normaliseNationalId(typed)
  return nationalId === '' ? [] : hashesOf(nationalId)
}

/** The hashes of each word under all keys in use. */
export function hashesOfName(typed: string): Buffer[][] {
  return nameWords(typed).map((word) => hashesOf(asName(word)))
}

function hashesOf(value: string): Buffer[] {
  return sealing()
    .fingerprints(value)
    .map((hash) => Buffer.from(hash))
}

/** Adds a prefix, so that no word of a name has the hash of a national id. */
function asName(word: string): string {
  return `name ${word}`
}
