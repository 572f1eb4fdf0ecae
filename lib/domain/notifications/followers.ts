import { sql } from 'kysely'
import type { MailLocale } from '#lib/contract/mail/locales.ts'
import type { Followed } from '#lib/contract/notifications/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { type Challenge, findChallenge, findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { type GivenDevice, keepDevice } from './devices.ts'
import { badLink } from './errors.ts'
import { askFollowerJob } from './jobs.ts'
import { readConfirmToken } from './links.ts'

const DAY_SECONDS = 24 * 60 * 60
/** Most confirmation mails per day to one address about one month. */
const ASKED_A_DAY = 3

/**
 * Lets a voter follow a month's result by mail or push. An address must be confirmed first, because anybody
 * can enter any address; the answer does not show whether the address follows already.
 * @param asked the challenge's id, or `current`
 * @throws NotFoundError for an unknown month
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
  if (challenge.phase === 'closed') throw new RuleError('result_is_there', 409)
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
  await tx.kysely
    .insertInto('resultFollower')
    .values({
      id: newId(),
      challengeId: challenge.id,
      pushSubscriptionId: deviceId,
      locale: device.locale,
      createdAt: at,
      confirmedAt: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
    .insertInto('resultFollower')
    .values({ id: newId(), challengeId: challenge.id, email, locale, createdAt: at })
    // Always writes the row: its lock lets a concurrent request see the mail of the first.
    .onConflict((conflict) => conflict.columns(['challengeId', 'email']).doUpdateSet({ locale }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { confirmedAt, askedAt } = await tx.kysely
    .selectFrom('resultFollower')
    .select((eb) => ['confirmedAt', sql<Date[]>`${eb.ref('askedAt')}`.as('askedAt')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lately = askedAt.filter((one) => one > addSeconds(at, -DAY_SECONDS))
  if (confirmedAt !== null || lately.length >= ASKED_A_DAY) return
  await tx.kysely
    .updateTable('resultFollower')
    .set({ askedAt: sql`${[...lately, at]}::timestamptz[]` })
    .where('id', '=', id)
    .execute()
  await enqueue(tx, askFollowerJob, { followerId: id, mailId: newId() })
}

/**
 * Confirms a follower's address; idempotent. @returns the title of the month
 * @throws RuleError bad_link (400)
 */
export async function confirmFollow(token: string): Promise<string> {
  const id = readConfirmToken(token)
  if (!id) throw badLink()
  const found = await kysely(db())
    .selectFrom('resultFollower as f')
    .innerJoin('challenge as c', 'c.id', 'f.challengeId')
    .select(['f.confirmedAt', 'c.title'])
    .where('f.id', '=', id)
    .executeTakeFirst()
  if (!found) throw badLink()
  if (!found.confirmedAt)
    await kysely(db())
      .updateTable('resultFollower')
      .set({ confirmedAt: now() })
      .where('id', '=', id)
      .where('confirmedAt', 'is', null)
      .execute()
  return found.title
}

export async function unfollow(followerId: string): Promise<void> {
  await kysely(db()).deleteFrom('resultFollower').where('id', '=', followerId).execute()
}
