// Daily counts restart at Nairobi's midnight (21:00 UTC), which may come during a test.
import { nairobiDayStart, now } from '#lib/core/clock.ts'
import { asOwner } from './owner.ts'

const NEAR_SECONDS = 600
const DAY_SECONDS = 86_400

/** Passes twenty minutes if Nairobi's midnight is within ten. */
export async function stepOverMidnight(money: { passTime(seconds: number): Promise<void> }): Promise<void> {
  const sinceMidnight = (now().getTime() - nairobiDayStart(now()).getTime()) / 1_000
  if (sinceMidnight >= NEAR_SECONDS && sinceMidnight <= DAY_SECONDS - NEAR_SECONDS) return
  await money.passTime(2 * NEAR_SECONDS)
  // PostgreSQL's defaults set these times, which decide to which day a phone's votes belong.
  const aheadSeconds = (now().getTime() - Date.now()) / 1_000
  await asOwner(async (owner) => {
    for (const table of ['gift', 'mpesa_receipt'])
      await owner.query(
        `ALTER TABLE ${table} ALTER COLUMN created_at SET DEFAULT CURRENT_TIMESTAMP + interval '${aheadSeconds} seconds'`,
      )
  })
}
