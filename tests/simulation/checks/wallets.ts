import type pg from 'pg'
import { rowsOf } from '../database.ts'
import type { Month } from '../month.ts'
import type { Person } from '../people.ts'
import { balanceOf } from '../withdrawing.ts'

type Worth = { ownerId: string; posted: bigint; held: bigint; worth: bigint; open: bigint }

/** Recomputes each wallet from payments, prizes and withdrawals, and compares its owner's view. */
export async function checkWallets(month: Month, people: readonly Person[]): Promise<string[]> {
  const differences: string[] = []
  const wallets = await readWallets(month.stage.database)
  for (const { ownerId, posted, held, worth, open } of wallets) {
    if (posted !== worth)
      differences.push(`the wallet of ${ownerId} has ${posted} cents, and should have ${worth}`)
    if (held !== open)
      differences.push(`the wallet of ${ownerId} holds ${held} cents for withdrawals of ${open}`)
  }
  const byOwner = new Map(wallets.map((wallet) => [wallet.ownerId, wallet]))
  await month.inTurns(people, 4, async (person) => {
    const wallet = byOwner.get(person.id)
    const seen = BigInt(Math.round((await balanceOf(month, person)) * 100))
    if (!wallet || seen !== wallet.posted - wallet.held)
      differences.push(`${person.id} sees ${seen} cents, and has ${wallet && wallet.posted - wallet.held}`)
  })
  return differences
}

function readWallets(database: pg.Pool): Promise<Worth[]> {
  return rowsOf(
    database,
    `WITH paid_gift AS (
        SELECT g.vote_count, v.dancer_id, t.musician_id FROM gift g JOIN payment_intent i ON i.id = g.intent_id
        JOIN video v ON v.id = g.video_id JOIN track t ON t.id = v.track_id WHERE i.state = 'credited'
      ), part AS (
        SELECT dancer_id AS owner_id, 1500 * vote_count::bigint AS cents FROM paid_gift
        UNION ALL SELECT musician_id, 1500 * vote_count::bigint FROM paid_gift
        UNION ALL SELECT dancer_id, prize - tax FROM challenge_result
        UNION ALL SELECT musician_id, royalty - tax FROM royalty_statement
        UNION ALL SELECT t.owner_id, i.amount FROM topup t JOIN payment_intent i ON i.id = t.intent_id WHERE i.state = 'credited'
        UNION ALL SELECT s.dancer_id, -s.amount FROM subscription s WHERE s.status = 'paid'
          AND NOT EXISTS (SELECT FROM subscription_payment p JOIN payment_intent i ON i.id = p.intent_id
            WHERE p.subscription_id = s.id AND i.state = 'credited')
        UNION ALL SELECT owner_id, -amount FROM payout WHERE state = 'paid'
      )
      SELECT a.owner_id AS "ownerId", a.posted, a.held,
        coalesce((SELECT sum(cents) FROM part WHERE part.owner_id = a.owner_id), 0)::bigint AS worth,
        coalesce((SELECT sum(amount) FROM payout p WHERE p.account_id = a.id
          AND state NOT IN ('paid', 'failed', 'cancelled')), 0)::bigint AS open
      FROM account a WHERE a.owner_id IS NOT NULL`,
  )
}
