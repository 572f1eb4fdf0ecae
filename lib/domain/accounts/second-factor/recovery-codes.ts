import { newSpokenCode, normaliseSpokenCode, sha256 } from '#lib/core/ids.ts'
import type { Tx } from '#lib/core/outbox.ts'

const HOW_MANY = 10
// 80 random bits: a plain hash of one tells nothing.
const LENGTH = 16

/** Makes ten codes in place of all former ones. @returns them, kept nowhere else, in groups of four characters */
export async function issueRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, () => newSpokenCode(LENGTH))
  const stored = codes.map((code) => ({ user_id: userId, code_hash: sha256(code) }))
  await tx.prisma.recoveryCode.deleteMany({ where: { userId } })
  await tx.kysely.insertInto('recovery_code').values(stored).execute()
  return codes.map((code) => code.replace(/(.{4})(?!$)/g, '$1-'))
}

/** Uses a code up. @returns how many are left; null where it is unknown or was used before */
export async function spendRecoveryCode(
  tx: Tx,
  userId: string,
  typed: string,
  moment: Date,
): Promise<number | null> {
  const spent = await tx.kysely
    .updateTable('recovery_code')
    .set({ used_at: moment })
    .where('user_id', '=', userId)
    .where('code_hash', '=', sha256(normaliseSpokenCode(typed)))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (spent.numUpdatedRows === 0n) return null
  return tx.prisma.recoveryCode.count({ where: { userId, usedAt: null } })
}
