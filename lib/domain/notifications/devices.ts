import type { z } from 'zod'
import type { addPushDevice } from '#lib/contract/notifications/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError, RuleError, UnauthenticatedError, ValidationError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { lockLiveAccount } from '#lib/domain/accounts/live-account.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { testPushJob } from './jobs.ts'
import { isPushOn, isPushService } from './push-services.ts'

export type GivenDevice = z.output<typeof addPushDevice.body>

/** A user's older browsers beyond this number are deleted: pushes to them were never ended. */
const MOST_DEVICES = 10

/**
 * Adds a browser for pushes. It belongs to the user who set it up last.
 * @throws RuleError push_off (409)
 * @throws ValidationError on `endpoint` unless a known push service has that address
 * @throws UnauthenticatedError if session or account has ended meanwhile
 */
export async function addDevice(
  { id: userId, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
  given: GivenDevice,
): Promise<void> {
  await transaction(async (tx) => {
    await lockLiveAccount(tx, userId)
    await lockLiveSession(tx, sessionId)
    await keepDevice(tx, given, { user_id: userId, session_id: sessionId })
    await tx.kysely
      .deleteFrom('pushSubscription')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('pushSubscription')
          .select('id')
          .where('userId', '=', userId)
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .offset(MOST_DEVICES),
      )
      .execute()
  })
}

/**
 * Locks a live session until the transaction ends, so that the session's end finds this browser and detaches
 * it. Lock the account first, as ending all sessions does: no deadlock. @throws UnauthenticatedError
 */
async function lockLiveSession(tx: Tx, sessionId: string): Promise<void> {
  const found = await tx.kysely
    .selectFrom('session as s')
    .innerJoin('appUser as u', 'u.id', 's.userId')
    .select('s.id')
    .where('s.id', '=', sessionId)
    .where('s.revokedAt', 'is', null)
    .where('u.isActive', '=', true)
    .forShare('s')
    .executeTakeFirst()
  if (!found) throw new UnauthenticatedError()
}

/** Stores a browser. Without `owner` an existing browser keeps its owner. @returns the browser's id */
export async function keepDevice(
  tx: Tx,
  { endpoint, keys, locale }: GivenDevice,
  owner?: { user_id: string; session_id: string },
): Promise<string> {
  if (!isPushOn()) throw pushOff()
  if (!isPushService(endpoint)) throw new ValidationError({ endpoint: 'push_service_unknown' })
  const { id } = await tx.kysely
    .insertInto('pushSubscription')
    .values({ id: newId(), endpoint, ...keys, locale, createdAt: now(), ...owner })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({ ...keys, locale, createdAt: now(), ...owner }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function pushOff(): RuleError {
  return new RuleError('push_off', 409)
}

/**
 * Ends all pushes to a browser, pending ones too. Only the browser knows its endpoint, so the endpoint
 * authenticates the caller.
 */
export async function removeDevice(endpoint: string): Promise<void> {
  await kysely(db()).deleteFrom('pushSubscription').where('endpoint', '=', endpoint).execute()
}

/** @throws NotFoundError unless the browser is the user's */
export async function requestTest(userId: string, endpoint: string): Promise<void> {
  await transaction(async (tx) => {
    const device = await tx.kysely
      .selectFrom('pushSubscription')
      .select('id')
      .where('endpoint', '=', endpoint)
      .where('userId', '=', userId)
      .executeTakeFirst()
    if (!device) throw new NotFoundError()
    await enqueue(tx, testPushJob, { deviceId: device.id, userId })
  })
}
