import type { LoginEligibility, SessionUser } from '#lib/contract/accounts.ts'
import { env } from '#lib/core/env.ts'
import { prisma } from '#lib/core/prisma.ts'
import { judgeEligibility } from './policy.ts'

const sessionUserFields = {
  id: true,
  username: true,
  email: true,
  firstName: true,
  lastName: true,
  role: true,
} as const

/** A user as login needs them: with the hash and the two flags that decide. */
export async function findLoginUser(email: string) {
  const found = await prisma().user.findUnique({
    where: { email },
    select: { ...sessionUserFields, passwordHash: true, isActive: true, isEmailVerified: true },
  })
  if (!found) return undefined
  const { passwordHash, isActive, isEmailVerified, ...fields } = found
  return { passwordHash, isActive, isEmailVerified, user: toSessionUser(fields) }
}

/** Whether the account of an email may sign in, and what is missing; see `judgeEligibility`. */
export async function checkEligibility(email: string): Promise<LoginEligibility> {
  const account = await prisma().user.findUnique({
    where: { email },
    select: { isActive: true, isEmailVerified: true },
  })
  return { email, ...judgeEligibility(account ?? undefined, env.REQUIRE_EMAIL_VERIFICATION) }
}

/** The active user with that id, as browsers keep them. */
export async function findSessionUser(id: string): Promise<SessionUser | undefined> {
  const found = await prisma().user.findUnique({
    where: { id, isActive: true },
    select: sessionUserFields,
  })
  return found ? toSessionUser(found) : undefined
}

function toSessionUser(row: {
  id: string
  username: string
  email: string
  firstName: string
  lastName: string
  role: SessionUser['role']
}): SessionUser {
  return {
    id: row.id,
    username: row.username,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    role: row.role,
  }
}
