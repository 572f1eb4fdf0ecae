import type { KycForm } from '#lib/contract/kyc/calls.ts'
import { sealing } from '#lib/core/sealing.ts'
import { nameWords, normaliseNationalId } from './policy.ts'

/**
 * What a form can be found by: keyed hashes of its national id and of the words of its name, because the form itself is
 * only stored encrypted.
 */
export type BlindIndex = { nationalId: Buffer | null; name: Buffer[] }

/** Returns the index of a form, made with the current key. */
export function indexForm(form: Pick<KycForm, 'national_id' | 'full_name'>): BlindIndex {
  const nationalId = normaliseNationalId(form.national_id)
  return {
    nationalId: nationalId === '' ? null : Buffer.from(sealing().fingerprint(nationalId)),
    name: nameWords(form.full_name).map((word) => Buffer.from(sealing().fingerprint(asName(word)))),
  }
}

/** Returns the hashes by which a national id is found, one for each key that is in use; none where nothing was typed. */
export function hashesOfNationalId(typed: string): Buffer[] {
  const nationalId = normaliseNationalId(typed)
  return nationalId === '' ? [] : hashesOf(nationalId)
}

/** Returns, for each word of a name, the hashes of which a form that has this word has one. */
export function hashesOfName(typed: string): Buffer[][] {
  return nameWords(typed).map((word) => hashesOf(asName(word)))
}

function hashesOf(value: string): Buffer[] {
  return sealing()
    .fingerprints(value)
    .map((hash) => Buffer.from(hash))
}

/** Makes sure that a word of a name never has the hash of a national id. */
function asName(word: string): string {
  return `name ${word}`
}
