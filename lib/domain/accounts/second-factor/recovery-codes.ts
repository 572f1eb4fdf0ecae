import { newSpokenCode, normaliseSpokenCode, sha256 } from '#lib/core/ids.ts'
import { countRows } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'

const HOW_MANY = 10
// 16 characters are 80 random bits, which nobody can guess from a plain hash.
const LENGTH = 16

/** Replaces all former codes. @returns ten codes in groups of four characters; only hashes are stored */
export async function issueRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, () => newSpokenCode(LENGTH))
  const stored = codes.map((code) => ({ userId, codeHash: sha256(code) }))
  await tx.kysely.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await tx.kysely.insertInto('recoveryCode').values(stored).execute()
  return codes.map((code) => code.replace(/(.{4})(?!$)/g, '$1-'))
}

/** Uses up a recovery code. @returns how many are left; null if the code is unknown or used */
export async function spendRecoveryCode(
  tx: Tx,
  userId: string,
  typed: string,
  moment: Date,
): Promise<number | null> {
  const spent = await tx.kysely
    .updateTable('recoveryCode')
    .set({ usedAt: moment })
    .where('userId', '=', userId)
    .where('codeHash', '=', sha256(normaliseSpokenCode(typed)))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (spent.numUpdatedRows === 0n) return null
  return countRows(
    tx.kysely.selectFrom('recoveryCode').where('userId', '=', userId).where('usedAt', 'is', null),
  )
}
