import { hash, verify } from '@node-rs/argon2'
import { passwordScore, STRENGTH_MIN } from '#lib/contract/accounts/passwords.ts'
import { env } from '#lib/core/env.ts'
import { newSecret } from '#lib/core/ids.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { PlainKey } from '#lib/core/sentence.ts'
import { isCommonPassword } from './common-passwords.ts'

// argon2id, which is the library's default variant.
const cost = { memoryCost: env.ARGON2_KIB, timeCost: 2, parallelism: 1 }

/**
 * The argon2id hash of a password, whichever Unicode form a keyboard gives it. Slow on purpose: tens of milliseconds, off the main
 * thread.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost)
}

/** The texts that a typed password may have been hashed as: older hashes are of the form that was typed then. One for most passwords. */
function formsOf(password: string): string[] {
  return [...new Set([password.normalize('NFC'), password, password.normalize('NFD')])]
}

/**
 * What is wrong with a password that somebody chooses, wherever that is: at registration, after a mailed link, or by an
 * invitation. One rule for all of them: three of the five points, and none of those that are tried first.
 */
export function problemOfPassword(password: string): PlainKey | null {
  return passwordScore(password) < STRENGTH_MIN || isCommonPassword(password) ? 'password_too_weak' : null
}

const nobodysHash = processSingleton('nobodys-password', () => hashPassword(newSecret()))

/**
 * Whether the password fits. Without a hash (an unknown email) it takes the same time against one that nothing fits,
 * so that the time does not tell who has an account.
 */
export function fitsPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  return fitsForm(passwordHash, formsOf(password))
}

/** The same for a hash that hashPassword made: one comparison. */
export function fitsNewPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  return fitsForm(passwordHash, [password.normalize('NFC')])
}

async function fitsForm(passwordHash: string | undefined, forms: readonly string[]): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash.get())
  for (const form of forms) if (await verify(known, form)) return passwordHash !== undefined
  return false
}
