import { hash, verify } from '@node-rs/argon2'
import { passwordScore, STRENGTH_MIN } from '#lib/contract/accounts/passwords.ts'
import { env } from '#lib/core/env.ts'
import { newSecret } from '#lib/core/ids.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { PlainKey } from '#lib/core/sentence.ts'
import { isCommonPassword } from './common-passwords.ts'

// argon2id is the library's default.
const cost = { memoryCost: env.ARGON2_KIB, timeCost: 2, parallelism: 1 }

/**
 * argon2id, independent of the keyboard's Unicode form. Slow on purpose: tens of milliseconds, off the main
 * thread.
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost)
}

/** Returns the forms to compare: older hashes used the typed Unicode form. Most passwords have one form. */
function formsOf(password: string): string[] {
  return [...new Set([password.normalize('NFC'), password, password.normalize('NFD')])]
}

/** One rule for registration, reset and invitation: at least three of five points, and no common password. */
export function problemOfPassword(password: string): PlainKey | null {
  return passwordScore(password) < STRENGTH_MIN || isCommonPassword(password) ? 'password_too_weak' : null
}

const nobodysHash = processSingleton('nobodys-password', () => hashPassword(newSecret()))

/**
 * The check without a hash (unknown email) takes the same time, so that the time does not reveal accounts.
 */
export function fitsPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  return fitsForm(passwordHash, formsOf(password))
}

/** Checks a hash that `hashPassword` made, by a single comparison. */
export function fitsNewPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  return fitsForm(passwordHash, [password.normalize('NFC')])
}

async function fitsForm(passwordHash: string | undefined, forms: readonly string[]): Promise<boolean> {
  const known = passwordHash ?? (await nobodysHash.get())
  for (const form of forms) if (await verify(known, form)) return passwordHash !== undefined
  return false
}
