import { type Queryable, rows } from '#lib/core/db.ts'
import { newSpokenCode, normaliseSpokenCode, sha256 } from '#lib/core/ids.ts'

const HOW_MANY = 10
// 80 random bits: a plain hash of one tells nothing.
const LENGTH = 16

/** Makes the ten codes of a new second factor. @returns them, kept nowhere else, in groups of four characters */
export async function issueRecoveryCodes(on: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, () => newSpokenCode(LENGTH))
  await rows(on, 'INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map(sha256),
  ])
  return codes.map((code) => code.replace(/(.{4})(?!$)/g, '$1-'))
}

/** Uses a code up. @returns how many are left; null where it is unknown or was used before */
export async function spendRecoveryCode(
  on: Queryable,
  userId: string,
  typed: string,
  moment: Date,
): Promise<number | null> {
  const spent = await rows(
    on,
    'UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING 1',
    [userId, sha256(normaliseSpokenCode(typed)), moment],
  )
  if (spent.length === 0) return null
  const left = await rows(on, 'SELECT 1 FROM recovery_code WHERE user_id = $1 AND used_at IS NULL', [userId])
  return left.length
}
