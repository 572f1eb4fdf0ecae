import { sql } from 'kysely'
import type { MailLocale } from '#lib/contract/mail/locales.ts'
import type { Followed } from '#lib/contract/notifications/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { type Challenge, findChallenge, findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { deliver, type Recipient } from '#lib/domain/mail/deliver.ts'
import { renderNotice } from '#lib/domain/mail/render.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import { type GivenDevice, keepDevice, removeDevice } from './devices.ts'
import { badLink } from './errors.ts'
import { askFollowerJob } from './jobs.ts'
import { confirmToken, readConfirmToken, unsubscribeLinks } from './links.ts'
import { isPushOn, push } from './push.ts'

const DAY_SECONDS = 24 * 60 * 60
/** Mails a day that ask one address to confirm, for each month. */
const ASKED_A_DAY = 3

/**
 * Keeps that a voter wants to be told when a month's result is there. An address is mailed a link first, because anybody can
 * enter any; the answer is the same whether it follows already or not.
 * @param asked the challenge's id, or `current`
 * @throws NotFoundError where there is no such month
 * @throws RuleError result_is_there (409), push_off (409)
 * @throws ValidationError on `endpoint`
 */
export async function followResult(
  asked: string,
  by: { email?: string | undefined; push?: Omit<GivenDevice, 'locale'> | undefined; locale: MailLocale },
): Promise<Followed['state']> {
  const at = now()
  const challenge = await (asked === 'current' ? findCurrentChallenge(at) : findChallenge(db(), asked, at))
  if (!challenge) throw new NotFoundError()
  if (challenge.phase === 'closed')
    throw new RuleError('result_is_there', 'The result of this month is there already.', 409)
  const { email, push: device, locale } = by
  return transaction(async (tx) => {
    if (device) return followOnDevice(tx, challenge, { ...device, locale }, at)
    await askByMail(tx, challenge, email ?? '', locale, at)
    return 'confirm'
  })
}

async function followOnDevice(
  tx: Tx,
  challenge: Challenge,
  device: GivenDevice,
  at: Date,
): Promise<'following'> {
  const deviceId = await keepDevice(tx, device)
  await tx.prisma.resultFollower.createMany({
    data: {
      id: newId(),
      challengeId: challenge.id,
      pushSubscriptionId: deviceId,
      locale: device.locale,
      createdAt: at,
      confirmedAt: at,
    },
    skipDuplicates: true,
  })
  return 'following'
}

async function askByMail(
  tx: Tx,
  challenge: Challenge,
  email: string,
  locale: MailLocale,
  at: Date,
): Promise<void> {
  const { id } = await tx.kysely
    .insertInto('result_follower')
    .values({ id: newId(), challenge_id: challenge.id, email, locale, created_at: at })
    // It is written in any case, so that its lock lets a second request see the first one's mail.
    .onConflict((conflict) => conflict.columns(['challenge_id', 'email']).doUpdateSet({ locale }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { confirmedAt, askedAt } = await tx.prisma.resultFollower.findUniqueOrThrow({
    where: { id },
    select: { confirmedAt: true, askedAt: true },
  })
  const lately = askedAt.filter((one) => one > addSeconds(at, -DAY_SECONDS))
  if (confirmedAt !== null || lately.length >= ASKED_A_DAY) return
  await tx.prisma.resultFollower.update({ where: { id }, data: { askedAt: [...lately, at] } })
  await enqueue(tx, askFollowerJob, { followerId: id, mailId: newId() })
}

/**
 * Mails the link that confirms an address. Whoever has confirmed meanwhile needs none.
 * @throws Error where the mail server is away
 */
export async function askFollower({
  followerId,
  mailId,
}: {
  followerId: string
  mailId: string
}): Promise<void> {
  const found = await prisma().resultFollower.findUnique({
    where: { id: followerId, confirmedAt: null, email: { not: null } },
    select: { id: true, email: true, locale: true, challenge: { select: { title: true } } },
  })
  if (!found) return
  const data = { token: confirmToken(found.id), challenge: found.challenge.title }
  await deliver(mailId, 'follow_asked', data, recipientOf(found))
}

/**
 * Confirms an address by its mailed link. Doing it again gives the same answer.
 * @returns the title of the month
 * @throws RuleError bad_link (400)
 */
export async function confirmFollow(token: string): Promise<string> {
  const id = readConfirmToken(token)
  if (!id) throw badLink()
  const found = await prisma().resultFollower.findUnique({
    where: { id },
    select: { confirmedAt: true, challenge: { select: { title: true } } },
  })
  if (!found) throw badLink()
  if (!found.confirmedAt)
    await prisma().resultFollower.updateMany({
      where: { id, confirmedAt: null },
      data: { confirmedAt: now() },
    })
  return found.challenge.title
}

/** Forgets a voter who waits for a result. */
export async function unfollow(followerId: string): Promise<void> {
  await prisma().resultFollower.deleteMany({ where: { id: followerId } })
}

const LEASE_SECONDS = 10 * 60
const RETRY_SECONDS = 5 * 60
const BATCH = 100

/** Tells voters the results that are there, and forgets them. It may run twice: what one is sending, others leave alone. */
export async function tellFollowers(at: Date): Promise<void> {
  for (;;) {
    const claimed = await claimFollowers(at)
    for (const follower of claimed) await tell(follower, at)
    if (claimed.length < BATCH) return
  }
}

async function claimFollowers(at: Date): Promise<string[]> {
  return transaction(async (tx) => {
    const found = await tx.kysely
      .selectFrom('result_follower as f')
      .innerJoin('challenge as c', 'c.id', 'f.challenge_id')
      .select('f.id')
      .where('f.confirmed_at', 'is not', null)
      .where('c.phase', '=', 'closed')
      .where((eb) => eb.or([eb('f.tried_until', 'is', null), eb('f.tried_until', '<=', at)]))
      .orderBy('f.id')
      .limit(BATCH)
      .forUpdate('f')
      .skipLocked()
      .execute()
    const ids = found.map(({ id }) => id)
    if (ids.length > 0)
      await tx.kysely
        .updateTable('result_follower')
        .set({ tried_until: addSeconds(at, LEASE_SECONDS) })
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute()
    return ids
  })
}

async function tell(followerId: string, at: Date): Promise<void> {
  const follower = await prisma().resultFollower.findUnique({
    where: { id: followerId },
    include: { challenge: { select: { title: true } }, pushSubscription: true },
  })
  // Unsubscribed in this moment.
  if (!follower) return
  const data = { challenge: follower.challenge.title, challenge_id: follower.challengeId }
  try {
    if (follower.pushSubscription) await pushResult(follower.pushSubscription, follower, data)
    else
      await deliver(
        follower.id,
        'result_is_there',
        data,
        recipientOf(follower),
        unsubscribeLinks({ who: 'follower', id: follower.id }),
      )
    await unfollow(follower.id)
  } catch (error) {
    log.warn({ follower: follower.id, err: error }, 'a result waits')
    await prisma().resultFollower.updateMany({
      where: { id: follower.id },
      data: { triedUntil: addSeconds(at, RETRY_SECONDS) },
    })
  }
}

async function pushResult(
  device: { endpoint: string; p256dh: string; auth: string },
  { id, locale }: { id: string; locale: string },
  data: { challenge: string; challenge_id: string },
): Promise<void> {
  if (!isPushOn()) return
  const person = { firstName: '', locale: toMailLocale(locale) }
  const { title, text, path } = renderNotice('result_is_there', data, person)
  const outcome = await push(device, { title, body: text, path, tag: id })
  if (outcome === 'gone') await removeDevice(device.endpoint)
  if (outcome === 'later') throw new Error('the push service did not take it')
}

function recipientOf({ id, email, locale }: { id: string; email: string | null; locale: string }): Recipient {
  return { id, email: email ?? '', firstName: '', locale: toMailLocale(locale) }
}
