import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { FinalError } from '#lib/core/queue.ts'
import { deliver, type Recipient } from '#lib/domain/mail/deliver.ts'
import { renderNotice } from '#lib/domain/mail/render.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import { removeDevice } from './devices.ts'
import { unfollow } from './followers.ts'
import { confirmToken, unsubscribeLinks } from './links.ts'
import { push } from './push.ts'
import { isPushOn } from './push-services.ts'

/** Mails a confirmation link unless confirmed already. @throws Error if the mail server does not answer */
export async function askFollower({
  followerId,
  mailId,
}: {
  followerId: string
  mailId: string
}): Promise<void> {
  const found = await kysely(db())
    .selectFrom('resultFollower as f')
    .innerJoin('challenge as c', 'c.id', 'f.challengeId')
    .select(['f.id', 'f.email', 'f.locale', 'c.title'])
    .where('f.id', '=', followerId)
    .where('f.confirmedAt', 'is', null)
    .where('f.email', 'is not', null)
    .executeTakeFirst()
  if (!found) return
  const data = { token: confirmToken(found.id), challenge: found.title }
  await deliver(mailId, 'follow_asked', data, recipientOf(found))
}

const LEASE_SECONDS = 10 * 60
const RETRY_SECONDS = 5 * 60
/** Followers per claim: all are sent to at the same time, so that no lease expires meanwhile. */
const AT_ONCE = 8

/**
 * Sends results of closed months to followers, and deletes the followers. Safe to run twice.
 * @param isOver whether to stop; the next run continues
 */
export async function tellFollowers(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const claimed = await claimFollowers(now())
    await Promise.all(claimed.map(tell))
    if (claimed.length < AT_ONCE) return
  }
}

async function claimFollowers(at: Date): Promise<string[]> {
  return transaction(async (tx) => {
    const found = await tx.kysely
      .selectFrom('resultFollower as f')
      .innerJoin('challenge as c', 'c.id', 'f.challengeId')
      .select('f.id')
      .where('f.confirmedAt', 'is not', null)
      .where('c.phase', '=', 'closed')
      .where((eb) => eb.or([eb('f.triedUntil', 'is', null), eb('f.triedUntil', '<=', at)]))
      .orderBy('f.id')
      .limit(AT_ONCE)
      .forUpdate('f')
      .skipLocked()
      .execute()
    const ids = found.map(({ id }) => id)
    if (ids.length > 0)
      await tx.kysely
        .updateTable('resultFollower')
        .set({ triedUntil: addSeconds(at, LEASE_SECONDS) })
        .where('id', '=', anyOf(ids))
        .execute()
    return ids
  })
}

async function tell(followerId: string): Promise<void> {
  const follower = await kysely(db())
    .selectFrom('resultFollower as f')
    .innerJoin('challenge as c', 'c.id', 'f.challengeId')
    .selectAll('f')
    .select('c.title')
    .where('f.id', '=', followerId)
    .executeTakeFirst()
  if (!follower) return
  const data = { challenge: follower.title, challenge_id: follower.challengeId }
  const device = await kysely(db())
    .selectFrom('pushSubscription')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', follower.pushSubscriptionId)
    .executeTakeFirst()
  try {
    if (device) await pushResult(device, follower, data)
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
    if (error instanceof FinalError) {
      log.error({ follower: follower.id, err: error }, 'a result given up')
      return unfollow(follower.id)
    }
    log.warn({ follower: follower.id, err: error }, 'a result waits')
    await kysely(db())
      .updateTable('resultFollower')
      .set({ triedUntil: addSeconds(now(), RETRY_SECONDS) })
      .where('id', '=', follower.id)
      .execute()
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
