import type { MailLocale } from '#lib/contract/mail/locales.ts'
import type { NotificationChannel } from '#lib/contract/notifications/constants.ts'
import { runUnlessRunning } from '#lib/core/advisory-lock.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { sha256 } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { transaction } from '#lib/core/outbox.ts'
import { FinalError } from '#lib/core/queue.ts'
import { deliver, findRecipient, type Recipient } from '#lib/domain/mail/deliver.ts'
import { catalogues, renderNotice } from '#lib/domain/mail/render.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import { templates } from '#lib/domain/mail/templates.ts'
import { removeDevice } from './devices.ts'
import type { PushMessage } from './fit-push.ts'
import { unsubscribeLinks } from './links.ts'
import { GATHER_SECONDS, isOfUse, isQuiet, isWanted } from './policy.ts'
import { push } from './push.ts'
import { isPushOn } from './push-services.ts'
import { noticeOf, readChoices } from './queries.ts'
import { isNoticeTemplate } from './schema.ts'
import { tellFollowers } from './tell-followers.ts'

/** Lease of claimed notifications: no other run sends them meanwhile. */
const LEASE_SECONDS = 10 * 60
/** Delay between retries, which end after two days. */
const RETRY_SECONDS = 5 * 60
const GIVE_UP_SECONDS = 2 * 24 * 60 * 60
/** Longest run; the next run continues. Less than RETRY_SECONDS, so that a run tries nobody twice. */
const RUN_SECONDS = 4 * 60

const AT_ONCE = 8
const MOST_PEOPLE = 1_000

/**
 * Sends due mails and pushes, never in quiet hours. A user's due notifications share one mail and one push.
 * Safe to run twice or concurrently. Only one run for all users at a time, so that runs do not pile up behind
 * a slow mail server.
 * @param userIds default: all users
 * @param ending when aborted, stops the run; the next run continues
 * @returns false if another run for all users is active
 */
export async function deliverDue(userIds?: readonly string[], ending?: AbortSignal): Promise<boolean> {
  const end = addSeconds(now(), RUN_SECONDS)
  const isOver = () => ending?.aborted || now() >= end || isQuiet(now())
  if (isOver()) return true
  if (!userIds) return runUnlessRunning('deliver-held', () => deliverToEverybody(isOver))
  await deliverToThese(userIds, isOver)
  return true
}

async function deliverToEverybody(isOver: () => boolean): Promise<void> {
  await deliverToThese(await peopleWithDue(now()), isOver)
  await tellFollowers(isOver)
}

async function deliverToThese(userIds: readonly string[], isOver: () => boolean): Promise<void> {
  for (let from = 0; from < userIds.length && !isOver(); from += AT_ONCE)
    await Promise.all(userIds.slice(from, from + AT_ONCE).map(deliverTo))
}

async function peopleWithDue(at: Date): Promise<string[]> {
  const due = (column: 'mailDueAt' | 'pushDueAt') =>
    kysely(db()).selectFrom('notification').select('userId').where(column, '<=', at)
  const found = await due('mailDueAt').union(due('pushDueAt')).limit(MOST_PEOPLE).execute()
  return found.map(({ userId }) => userId)
}

// Each step reads the time again: a mail server may take minutes per mail.
async function deliverTo(userId: string): Promise<void> {
  for (const channel of ['mail', 'push'] as const) {
    const claimed = await claim(userId, channel, now())
    if (claimed.length === 0) continue
    try {
      const isSent = channel === 'mail' ? await mailAll(userId, claimed) : await pushAll(userId, claimed)
      await finish(claimed, channel, isSent ? now() : null)
    } catch (error) {
      log.warn({ user_id: userId, channel, err: error }, 'notifications wait')
      await postpone(claimed, channel, now(), error instanceof FinalError)
    }
  }
}

type Claimed = Awaited<ReturnType<typeof readDue>>[number]

/**
 * If notifications are due, claims them and those due within GATHER_SECONDS. Drops notifications that the
 * user no longer wants, and for a deactivated user all but news about money.
 */
function claim(userId: string, channel: NotificationChannel, at: Date): Promise<Claimed[]> {
  return transaction(async (tx) => {
    const found = await readDue(userId, channel, addSeconds(at, GATHER_SECONDS), tx.kysely)
    if (!found.some(({ due }) => due !== null && due <= at)) return []
    const chosen = await readChoices(tx.client, userId)
    const wanted = found.filter(
      ({ kind, isActive }) => isOfUse({ isActive }, kind) && isWanted(kind, channel, chosen),
    )
    const dropped = found.filter((one) => !wanted.includes(one))
    await setDue(dropped, channel, null, tx.kysely)
    await setDue(wanted, channel, addSeconds(at, LEASE_SECONDS), tx.kysely)
    return wanted
  })
}

type Kysely = ReturnType<typeof kysely>

function readDue(userId: string, channel: NotificationChannel, until: Date, on: Kysely) {
  const column = dueColumn[channel]
  return on
    .selectFrom('notification as n')
    .innerJoin('appUser as u', 'u.id', 'n.userId')
    .select(['n.id', 'n.kind', 'n.template', 'n.data', 'n.createdAt', `n.${column} as due`])
    .select('u.isActive')
    .where('n.userId', '=', userId)
    .where(`n.${column}`, '<=', until)
    .orderBy('n.createdAt')
    .orderBy('n.id')
    .forUpdate('n')
    .skipLocked()
    .execute()
}

const dueColumn = { mail: 'mailDueAt', push: 'pushDueAt' } as const

async function setDue(
  rows: readonly Pick<Claimed, 'id'>[],
  channel: NotificationChannel,
  due: Date | null,
  on: Kysely = kysely(db()),
): Promise<void> {
  if (rows.length === 0) return
  await on
    .updateTable('notification')
    .set({ [dueColumn[channel]]: due })
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
}

async function finish(
  rows: readonly Claimed[],
  channel: NotificationChannel,
  sentAt: Date | null,
): Promise<void> {
  const change =
    channel === 'mail' ? { mailDueAt: null, mailSentAt: sentAt } : { pushDueAt: null, pushSentAt: sentAt }
  await kysely(db())
    .updateTable('notification')
    .set(change)
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
}

/** Schedules a retry, or gives up old notifications. @param isFinal refused for good, so not retried */
async function postpone(
  rows: readonly Claimed[],
  channel: NotificationChannel,
  at: Date,
  isFinal: boolean,
): Promise<void> {
  const isOld = ({ createdAt }: Claimed) => isFinal || createdAt < addSeconds(at, -GIVE_UP_SECONDS)
  const old = rows.filter(isOld)
  if (old.length > 0) log.error({ ids: old.map(({ id }) => id), channel }, 'notifications given up')
  await setDue(old, channel, null)
  await setDue(
    rows.filter((row) => !isOld(row)),
    channel,
    addSeconds(at, RETRY_SECONDS),
  )
}

/** @returns false if the user is gone or the mail refused @throws Error if the mail server does not answer */
async function mailAll(userId: string, rows: readonly Claimed[]): Promise<boolean> {
  const to = await findRecipient(userId)
  const [first] = rows
  if (!to || !first) return false
  const stop = unsubscribeLinks({ who: 'member', id: userId, kinds: rows.map(({ kind }) => kind) })
  const outcome =
    rows.length === 1
      ? await mailOne(first, to, stop)
      : await deliver(idOfAll(rows), 'news', { items: rows.map((row) => noticeOf(row, to)) }, to, stop)
  return outcome === 'delivered'
}

/**
 * The Message-ID of a combined mail, the same after a crash. It hashes all ids: an earlier single mail may
 * have one of them, and the mailbox would hide this mail as its duplicate.
 */
function idOfAll(rows: readonly Pick<Claimed, 'id'>[]): string {
  const ids = rows.map(({ id }) => id).sort()
  return Buffer.from(sha256(ids.join(' ')))
    .toString('hex')
    .slice(0, 32)
}

async function mailOne(
  { id, template, data }: Claimed,
  to: Recipient,
  stop: ReturnType<typeof unsubscribeLinks>,
): Promise<'delivered' | 'refused'> {
  if (!isNoticeTemplate(template)) throw new Error(`no such notification: ${template}`)
  return deliver(id, template, templates[template].schema.parse(data), to, stop)
}

/**
 * Pushes to each of the user's devices; deletes expired devices.
 * @returns whether the push service of any device accepted the message
 * @throws Error if none accepted, and a retry may succeed
 */
async function pushAll(userId: string, rows: readonly Claimed[]): Promise<boolean> {
  if (!isPushOn()) return false
  const [devices, person] = await Promise.all([
    kysely(db()).selectFrom('pushSubscription').selectAll().where('userId', '=', userId).execute(),
    findRecipient(userId),
  ])
  if (!person) return false
  const outcomes = await Promise.all(
    devices.map(async (device) => {
      const outcome = await push(device, messageOf(rows, { ...person, locale: toMailLocale(device.locale) }))
      if (outcome === 'gone') await removeDevice(device.endpoint)
      return outcome
    }),
  )
  const isSent = outcomes.includes('sent')
  if (!isSent && outcomes.includes('later')) throw new Error('no push service took it')
  return isSent
}

function messageOf(rows: readonly Claimed[], person: { firstName: string; locale: MailLocale }): PushMessage {
  const notices = rows.map((row) => noticeOf(row, person))
  const [first] = notices
  const tag = rows[0]?.id ?? ''
  if (first && notices.length === 1) return { title: first.title, body: first.text, path: first.path, tag }
  const { title, path } = renderNotice('news', { items: notices }, person)
  return { title, body: notices.map((one) => one.title).join(' · '), path, tag }
}

/** Sends the push that `requestTest` enqueued, even in quiet hours: the user is looking at the device. */
export async function pushTest({ deviceId, userId }: { deviceId: string; userId: string }): Promise<void> {
  const device = await kysely(db())
    .selectFrom('pushSubscription')
    .selectAll()
    .where('id', '=', deviceId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!device || !isPushOn()) return
  const { title, text } = catalogues[toMailLocale(device.locale)].frame.testPush
  const outcome = await push(device, { title, body: text, path: '/notifications?tab=choices', tag: 'test' })
  if (outcome === 'gone') await removeDevice(device.endpoint)
  if (outcome === 'later') throw new Error('the push service did not take the test')
}
