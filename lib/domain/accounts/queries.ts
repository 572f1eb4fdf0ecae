import type { GivenLoginEligibility, SessionUser } from '#lib/contract/accounts/calls.ts'
import { withApiNames } from '#lib/core/api-names.ts'
import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { mailStatusJob } from './jobs.ts'
import { knownDevice } from './known-device.ts'
import { countMail } from './mail-tries.ts'
import { judgeEligibility } from './policy.ts'
import type { Actor } from './schema.ts'

const sessionUserFields = {
  id: true,
  username: true,
  email: true,
  firstName: true,
  lastName: true,
  role: true,
} as const

export type LoginUser = {
  user: SessionUser
  passwordHash: string
  isActive: boolean
  isEmailVerified: boolean
  isEnrolled: boolean
}

/** @param email in lower case */
export async function findLoginUser(email: string): Promise<LoginUser | undefined> {
  const found = await prisma().user.findUnique({
    where: { email },
    select: {
      ...sessionUserFields,
      passwordHash: true,
      isActive: true,
      isEmailVerified: true,
      secondFactor: { select: { confirmedAt: true } },
    },
  })
  if (!found) return undefined
  const { passwordHash, isActive, isEmailVerified, secondFactor, ...fields } = found
  const isEnrolled = secondFactor?.confirmedAt != null
  return { passwordHash, isActive, isEmailVerified, isEnrolled, user: withApiNames(fields) }
}

/**
 * Returns whether an account may sign in. Only its signed-in user or a known device gets the real answer;
 * others get an unknown email's answer (`judgeEligibility`), and the owner gets a mail.
 * @param request `email` in lower case, `address` the caller's
 * @throws RateLimitedError at the mail limit of email and network
 */
export async function checkEligibility(request: {
  email: string
  device_token?: string
  actor: Pick<Actor, 'id'> | null
  address: string
}): Promise<GivenLoginEligibility> {
  const { email, device_token, actor, address } = request
  const [account, device] = await Promise.all([
    prisma().user.findUnique({
      where: { email },
      select: { id: true, isActive: true, isEmailVerified: true },
    }),
    knownDevice(device_token, email),
  ])
  const isOwner = device !== null || (actor !== null && actor.id === account?.id)
  if (!isOwner) {
    await countMail({ kind: 'status', email, address })
    await transaction((tx) => enqueue(tx, mailStatusJob, { email, askedAt: now().toISOString() }))
  }
  const judged = judgeEligibility((isOwner && account) || undefined, env.REQUIRE_EMAIL_VERIFICATION)
  return { email, ...judged, sent_by_mail: !isOwner }
}

/** Returns only an active user. */
export async function findSessionUser(id: string): Promise<SessionUser | undefined> {
  const found = await prisma().user.findUnique({
    where: { id, isActive: true },
    select: sessionUserFields,
  })
  return found ? withApiNames(found) : undefined
}
