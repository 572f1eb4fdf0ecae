// Hot path: plain SQL with arrays, and hand-written row types.

import { pipelined, type Queryable, rows } from '#lib/core/db.ts'
import { OUTBOX_ROW, type TxStatement } from '#lib/core/outbox.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { Purchase, PurposeHandler, PurposeTerms } from '#lib/domain/payments/purpose.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import { holdGiftsByPayer } from './hold.ts'
import { openGiftsFromPaybill, validateGift, validateVoteCode } from './paybill.ts'
import { giftCredits, objectionToGift, type VideoRemoval } from './policy.ts'

type TermsRow = {
  intent_id: string
  video_id: string
  vote_count: number
  dancer_account_id: bigint
  musician_account_id: bigint
  challenge_id: string
} & VideoRemoval

async function load(on: Queryable, intentIds: readonly string[]): Promise<Map<string, PurposeTerms>> {
  const accounts = await systemAccounts()
  const [open, found] = await pipelined([
    rows<{ id: string; ends_at: Date }>(on, {
      name: 'gift-open-months',
      // A month's close waits for this commit; a later settlement finds the month closed.
      text: `SELECT id, ends_at FROM challenge WHERE phase <> 'closed' FOR KEY SHARE`,
    }),
    rows<TermsRow>(on, {
      name: 'gift-terms',
      text: `SELECT g.intent_id, g.video_id, g.vote_count, g.dancer_account_id, g.musician_account_id, g.challenge_id,
          v.withdrawn_at AS "withdrawnAt", v.withdrawn_because AS "withdrawnBecause", u.deleted_at IS NOT NULL AS "isErased"
        FROM gift g JOIN video v ON v.id = g.video_id JOIN app_user u ON u.id = v.dancer_id
        WHERE g.intent_id = ANY($1::uuid[])`,
      values: [intentIds],
    }),
  ])
  const ends = new Map(open.map(({ id, ends_at }) => [id, ends_at]))
  return new Map(found.map((row) => [row.intent_id, toTerms(row, ends.get(row.challenge_id), accounts)]))
}

function toTerms(
  row: TermsRow,
  endsAt: Date | undefined,
  accounts: Awaited<ReturnType<typeof systemAccounts>>,
): PurposeTerms {
  return {
    what: row.video_id,
    voteCount: row.vote_count,
    closed: () => (row.isErased ? 'account' : endsAt ? null : 'month'),
    objection: (paidAt) => objectionToGift(row, endsAt, paidAt),
    credits: () =>
      giftCredits(row.vote_count, {
        dancer: row.dancer_account_id,
        musician: row.musician_account_id,
        platform: systemAccount(accounts, 'platform_revenue'),
      }),
  }
}

/** The outbox row that is sent at once has `waits_since` in its payload; the stored row lacks it. */
const TIMED_ROW = OUTBOX_ROW.replace('payload::text', '(payload || $5::jsonb)::text AS payload')

/**
 * Counts the votes of credited gifts and reports them (`votesCounted`), in the transaction that credited
 * them.
 */
export function countVotes(purchases: readonly Purchase[]): TxStatement {
  return {
    name: 'gift-count-votes',
    text: `SELECT ${TIMED_ROW} FROM count_votes($1, $2, $3, $4)`,
    values: [
      purchases.map(({ what }) => what),
      purchases.map(({ voteCount }) => voteCount),
      purchases.map(({ paidAt }) => paidAt),
      votesCounted.channel,
      JSON.stringify({ waits_since: waitsSince(purchases) }),
    ],
    writesOutbox: true,
  }
}

function waitsSince(purchases: readonly Purchase[]): Record<string, number[]> {
  const found: Record<string, number[]> = {}
  for (const { what, waitsSince: since } of purchases) {
    if (!since) continue
    found[what] ??= []
    found[what].push(since.getTime())
  }
  return found
}

export const giftPurpose: PurposeHandler = {
  load,
  applyLast: (purchases) => [countVotes(purchases)],
  openFromPaybill: openGiftsFromPaybill,
  seePayers: holdGiftsByPayer,
  validatePaybill: validateGift,
  validateNewPaybill: validateVoteCode,
}
