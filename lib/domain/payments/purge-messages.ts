import type { Expression } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { statesLiteral } from './states.ts'

/** Two past months, with their refunds and late statements, plus a few days (docs/retention.md). */
export const MESSAGES_KEPT_SECONDS = 92 * 24 * 60 * 60

/** Rows per statement, to hold locks briefly. */
const AT_ONCE = 1_000

/** A payment in one of these states does not change by itself any more. */
const endStates = ['credited', 'declined', 'rejected', 'refunded'] as const

/**
 * Deletes callbacks and payment requests after 92 days. Retains messages since the start of the oldest open
 * month, unsettled messages, messages of open payments and of payments without a receipt, and all messages
 * about payouts and refunds.
 * @returns how many rows
 */
export async function purgeMessages(moment: Date): Promise<number> {
  const before = await endOfKeeping(moment)
  return (await purgeCallbacks(before)) + (await purgeRequests(before))
}

/** Messages from this time on are retained. */
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
  /** Reads rows after an id, in order of id. */
  readonly read: (after: Id) => Promise<{ id: Id; at: Date }[]>
  /** Deletes these rows, except those that `purgeMessages` retains. */
  readonly remove: (old: Id[]) => Promise<{ numDeletedRows: bigint }>
}

/** Deletes from the oldest row on, because ids are in order of time, until a page has no old row. */
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

/** SQL: the payment with this id, if M-Pesa or people may still decide about it. */
function openPayment(id: Expression<string | null>) {
  return kysely(db())
    .selectFrom('paymentIntent as i')
    .select('i.id')
    .where('i.id', '=', id)
    .where((eb) =>
      eb.or([eb('i.state', 'not in', statesLiteral(endStates)), eb('i.receiptMissingSince', 'is not', null)]),
    )
}
