import type { Crowd } from './crowd.ts'
import { rowsOf } from './database.ts'
import type { Month } from './month.ts'
import type { Watchers } from './watchers.ts'

export type Story = {
  readonly month: Month
  readonly crowd: Crowd
  readonly watchers: Watchers
  readonly hoursToClose: number
  readonly figures: readonly string[]
  readonly differences: readonly string[]
  readonly seconds: number
}

/** Final states of payments, receipts and payouts, a line each. */
export async function readFigures({ stage }: Month): Promise<string[]> {
  const found = await rowsOf<{ what: string; counts: string }>(
    stage.database,
    `SELECT what, string_agg(count || ' ' || state, ', ' ORDER BY count DESC) AS counts FROM (
        SELECT 'Payments' AS what, state::text, count(*) FROM payment_intent GROUP BY state
        UNION ALL SELECT 'Receipts', status::text || coalesce(' (' || reason || ')', ''), count(*) FROM mpesa_receipt
          GROUP BY status, reason
        UNION ALL SELECT 'Withdrawals', state::text, count(*) FROM payout GROUP BY state
        UNION ALL SELECT 'Callbacks', kind, count(*) FROM callback_inbox GROUP BY kind
        UNION ALL SELECT 'Journals', type, count(*) FROM journal GROUP BY type
      ) AS counted GROUP BY what ORDER BY what`,
  )
  return found.map(({ what, counts }) => `${what.padEnd(13)} ${counts}`)
}

export function drawReport(story: Story): string {
  const { month, crowd, watchers, hoursToClose, figures, differences, seconds } = story
  const { wishes, killer, web } = month
  const endings = [...crowd.endings].map(([ending, count]) => `${count} ${ending}`).join(', ')
  const deaths = [...Map.groupBy(killer.dead, (name) => name)].map(([name, all]) => `${all.length} ${name}`)
  const faults = [...web.faults].map(([what, count]) => `${count} × ${what}`).join(', ')
  return [
    '',
    `Gifts         ${wishes.gifts} at ${(wishes.gifts / crowd.seconds).toFixed(0)} a second: ${endings}`,
    `Killed        ${killer.dead.length}: ${deaths.join(', ')}`,
    `Seen of it    ${web.broken} requests broke off; ${faults || 'no 5xx'}; ${web.slowest.seconds.toFixed(1)} s for ${web.slowest.path}; ${watchers.updates} updates on sockets`,
    ...figures,
    `Closed        ${hoursToClose.toFixed(1)} hours after the month’s end`,
    '',
    differences.length === 0
      ? `In ${seconds.toFixed(0)} s: ledger, M-Pesa’s book, wallets, counts, statements and the public list agree to the cent.`
      : `In ${seconds.toFixed(0)} s: the books do not agree.`,
  ].join('\n')
}
