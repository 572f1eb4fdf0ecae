import { log } from '#lib/core/log.ts'
import { emit, type Tx, transaction } from '#lib/core/outbox.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { calendarOf } from './calendar.ts'
import { publicContentChanged } from './events.ts'
import { LAUNCH_SLOTS } from './policy.ts'

/**
 * Opens the month of `at` unless it exists, and moves due months to voting and tallying. A phase that was
 * advanced by hand stays. Idempotent.
 * @returns whether anything changed
 */
export function moveMonths(at: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const isOpened = await openMonth(tx, at)
    const moved = [
      ...(await tx.kysely
        .updateTable('challenge')
        .set({ phase: 'tallying' })
        .where('phase', 'in', ['subscription', 'voting'])
        .where('endsAt', '<=', at)
        .returning(['id', 'phase'])
        .execute()),
      ...(await tx.kysely
        .updateTable('challenge')
        .set({ phase: 'voting' })
        .where('phase', '=', 'subscription')
        .where('votingStartsAt', '<=', at)
        .returning(['id', 'phase'])
        .execute()),
    ]
    for (const { id, phase } of moved) log.info({ challenge: id, phase }, 'month moved')
    const isChanged = isOpened || moved.length > 0
    if (isChanged) await emit(tx, publicContentChanged, { what: 'challenge' })
    return isChanged
  })
}

async function openMonth(tx: Tx, at: Date): Promise<boolean> {
  const settings = await readSettings(tx.client)
  const month = calendarOf(at, {
    votingStarts: settings.voting_starts_day,
    submissionsClose: settings.submissions_close_day,
  })
  const opened = await tx.kysely
    .insertInto('challenge')
    .values({
      title: `${month.name} Challenge`,
      month: month.key,
      startsAt: month.startsAt,
      votingStartsAt: month.votingStartsAt,
      submissionsEndAt: month.submissionsEndAt,
      endsAt: month.endsAt,
      launchSlots: LAUNCH_SLOTS,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (opened.numInsertedOrUpdatedRows ?? 0n) > 0n
}
