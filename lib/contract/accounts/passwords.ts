import { codedSentence } from '#messages/server/catalogue.ts'
// Separate from the schemas, so that password pages load no validation library.

/** Characters. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const PASSWORD_TOO_SHORT = codedSentence('password_too_short', { min: PASSWORD_MIN })
export const PASSWORDS_DIFFER = codedSentence('passwords_differ')

/** Minimum number of the five points below. The server also refuses common passwords. */
export const STRENGTH_MIN = 3
export const PASSWORD_TOO_WEAK = codedSentence('password_too_weak')

const points = {
  length: /^.{8,}$/su,
  uppercase: /\p{Lu}/u,
  lowercase: /\p{Ll}/u,
  digit: /\d/,
  special: /[^\p{L}\p{N}\s]/u,
} as const

export type PasswordPoint = keyof typeof points

/** The checklist of the password reset page, in its order. */
export function passwordPoints(password: string): { point: PasswordPoint; met: boolean }[] {
  const all: PasswordPoint[] = ['length', 'uppercase', 'lowercase', 'digit', 'special']
  // Counts an accented letter as one letter, also if typed as two code points.
  const typed = password.normalize('NFC')
  return all.map((point) => ({ point, met: points[point].test(typed) }))
}

/** Returns 0 to 5. */
export function passwordScore(password: string): number {
  return passwordPoints(password).filter(({ met }) => met).length
}

export type PasswordStrength = 'weak' | 'medium' | 'strong'

export function passwordStrength(score: number): PasswordStrength {
  if (score < 2) return 'weak'
  return score < 4 ? 'medium' : 'strong'
}
