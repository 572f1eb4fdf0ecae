import type { Expression } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { statesLiteral } from './states.ts'

/** Two months that are over, with their refunds and late statements, plus a few days (docs/retention.md). */
export const MESSAGES_KEPT_SECONDS = 92 * 24 * 60 * 60

/** Rows per statement, to hold locks briefly. */
const AT_ONCE = 1_000

/** Such a payment changes no more by itself. */
const endStates = ['credited', 'declined', 'rejected', 'refunded'] as const

/**
 * Deletes callbacks and payment requests after 92 days, except messages of a month that is not closed,
 * unsettled ones, those of open payments or missing receipts, and all about payouts and refunds.
 * @returns how many rows
 */
export async function purgeMessages(moment: Date): Promise<number> {
  const before = await endOfKeeping(moment)
  return (await purgeCallbacks(before)) + (await purgeRequests(before))
}

/** The age from which messages stay. */
async function endOfKeeping(moment: Date): Promise<Date> {
  const { open } = await kysely(db())
    .selectFrom('challenge')
    .where('phase', '<>', 'closed')
    .select((eb) => eb.fn.min<Date | null>('startsAt').as('open'))
    .executeTakeFirstOrThrow()
  const young = addSeconds(moment, -MESSAGES_KEPT_SECONDS)
  return open && open < young ? open : young
}

function purgeCallbacks(before: Date): Promise<number> {
  return purgeOld(before, 0n, {
    read: (after: bigint) =>
      kysely(db())
        .selectFrom('callbackInbox')
        .select(['id', 'receivedAt as at'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute(),
    remove: (old) =>
      kysely(db())
        .deleteFrom('callbackInbox as b')
        .where('b.id', '=', anyOf(old))
        .where('b.processedAt', 'is not', null)
        .where((eb) => eb.not(eb.exists(openPayment(eb.ref('b.intentId')))))
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('darajaRequest as d')
                .select('d.id')
                .whereRef('d.id', '=', 'b.intentId')
                .where((of) => of.or([of('d.payoutId', 'is not', null), of('d.refundId', 'is not', null)])),
            ),
          ),
        )
        .executeTakeFirstOrThrow(),
  })
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

function purgeRequests(before: Date): Promise<number> {
  return purgeOld(before, FIRST_ID, {
    read: (after: string) =>
      kysely(db())
        .selectFrom('darajaRequest')
        .select(['id', 'createdAt as at'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute(),
    remove: (old) =>
      kysely(db())
        .deleteFrom('darajaRequest as d')
        .where('d.id', '=', anyOf(old))
        .where('d.payoutId', 'is', null)
        .where('d.refundId', 'is', null)
        .where((eb) => eb.not(eb.exists(openPayment(eb.ref('d.intentId')))))
        .executeTakeFirstOrThrow(),
  })
}

type Table<Id> = {
  /** In order of id. */
  readonly read: (after: Id) => Promise<{ id: Id; at: Date }[]>
  /** Deletes those that nothing needs any more. */
  readonly remove: (old: Id[]) => Promise<{ numDeletedRows: bigint }>
}

/** Deletes from the oldest on, because ids are in order of time, until all are young. */
async function purgeOld<Id>(before: Date, first: Id, { read, remove }: Table<Id>): Promise<number> {
  let purged = 0
  for (let after = first; ; ) {
    const seen = await read(after)
    const old = seen.filter(({ at }) => at < before).map(({ id }) => id)
    const last = seen.at(-1)
    if (last === undefined || old.length === 0) return purged
    after = last.id
    const { numDeletedRows } = await remove(old)
    purged += Number(numDeletedRows)
  }
}

/** A payment that M-Pesa or people may still decide. */
function openPayment(id: Expression<string | null>) {
  return kysely(db())
    .selectFrom('paymentIntent as i')
    .select('i.id')
    .where('i.id', '=', id)
    .where((eb) =>
      eb.or([eb('i.state', 'not in', statesLiteral(endStates)), eb('i.receiptMissingSince', 'is not', null)]),
    )
}
