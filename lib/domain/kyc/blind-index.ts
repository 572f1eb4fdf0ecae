import type { KycForm } from '#lib/contract/kyc/calls.ts'
import { sealing } from '#lib/core/sealing.ts'
import { nameWords, normaliseNationalId } from './policy.ts'

/** What is found of a form that is only stored sealed: keyed hashes of its national id and of the words of its name. */
export type BlindIndex = { nationalId: Buffer | null; name: Buffer[] }

/** The index of a form, under the key in force. */
export function indexForm(form: Pick<KycForm, 'national_id' | 'full_name'>): BlindIndex {
  const nationalId = normaliseNationalId(form.national_id)
  return {
    nationalId: nationalId === '' ? null : Buffer.from(sealing().fingerprint(nationalId)),
    name: nameWords(form.full_name).map((word) => Buffer.from(sealing().fingerprint(asName(word)))),
  }
}

/** What to look for to find a national id, whichever key it was stored under; nothing where nothing was typed. */
export function printsOfNationalId(typed: string): Buffer[] {
  const nationalId = normaliseNationalId(typed)
  if (nationalId === '') return []
  return sealing()
    .fingerprints(nationalId)
    .map((print) => Buffer.from(print))
}

/** The same for a name: for each of its words the hashes of which a form has one. */
export function printsOfName(typed: string): Buffer[][] {
  return nameWords(typed).map((word) =>
    sealing()
      .fingerprints(asName(word))
      .map((print) => Buffer.from(print)),
  )
}

/** A word of a name never has the hash of a national id. */
function asName(word: string): string {
  return `name ${word}`
}
