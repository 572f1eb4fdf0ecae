import { type Queryable, rows } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { emit, transaction } from '#lib/core/outbox.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { calendarOf } from './calendar.ts'
import { publicContentChanged } from './events.ts'
import { LAUNCH_SLOTS } from './policy.ts'

/**
 * Opens the month that `at` lies in where it is not there yet, and moves months whose date has come: to voting, and to
 * tallying (design/api.md, Challenges). Phases moved ahead by hand stay where they are. May run as often as it likes.
 * @returns whether anything has changed
 */
export function moveMonths(at: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const opened = await openMonth(tx.client, at)
    const moved = await rows<{ id: string; phase: string }>(
      tx.client,
      `UPDATE challenge SET phase = CASE WHEN ends_at <= $1 THEN 'tallying' ELSE 'voting' END::challenge_phase
       WHERE (phase IN ('subscription', 'voting') AND ends_at <= $1)
          OR (phase = 'subscription' AND voting_starts_at <= $1)
       RETURNING id, phase`,
      [at],
    )
    for (const { id, phase } of moved) log.info({ challenge: id, phase }, 'month moved')
    const changed = opened || moved.length > 0
    if (changed) await emit(tx, publicContentChanged, { what: 'challenge' })
    return changed
  })
}

async function openMonth(on: Queryable, at: Date): Promise<boolean> {
  const settings = await readSettings()
  const month = calendarOf(at, {
    votingStarts: settings.voting_starts_day,
    submissionsClose: settings.submissions_close_day,
  })
  const opened = await rows(
    on,
    `INSERT INTO challenge (title, month, starts_at, voting_starts_at, submissions_end_at, ends_at, launch_slots)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (month) DO NOTHING RETURNING id`,
    [
      `${month.name} Challenge`,
      month.key,
      month.startsAt,
      month.votingStartsAt,
      month.submissionsEndAt,
      month.endsAt,
      LAUNCH_SLOTS,
    ],
  )
  return opened.length > 0
}
