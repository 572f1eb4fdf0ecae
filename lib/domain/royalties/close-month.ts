import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { readPosition } from '#lib/domain/cash/position.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { drawFrom, type LockedAccount, lockSystemAccounts } from '#lib/domain/ledger/draw.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { EntryDraft, JournalDraft } from '#lib/domain/ledger/schema.ts'
import { taxOf } from '#lib/domain/taxes/policy.ts'
import { readTaxRates } from '#lib/domain/taxes/rates.ts'
import { bestEntries, bestFirst, LEADERBOARD_PLACES, prizeOf } from '#lib/domain/videos/standings.ts'
import { type MusicianShare, shareRoyalties } from './policy.ts'
import { insertStatements, readRoyaltyPool, readTrackShares } from './statement-rows.ts'

/** Amounts in cents. */
export type ClosedMonth = {
  title: string
  /** Everybody on the final leaderboard; a prize of 0 below the winners. */
  places: { dancerId: string; rank: number; voteCount: number; prize: Cents; tax: Cents }[]
  winners: { dancerId: string; rank: number; prize: Cents }[]
  royalties: { musicianId: string; royalty: Cents; tax: Cents }[]
}

type Terms = { prizePerWinner: bigint; winners: number }
type Place = {
  dancerId: string
  videoId: string
  voteCount: number
  accountId: bigint
  rank: number
  prize: Cents
  tax: Cents
}

/**
 * Closes a month in the caller's transaction: writes the final leaderboard, pays prizes, and pays royalties
 * with statements (docs/money.md). Idempotent: every journal has a key.
 * @param at the journals' time
 * @returns what was paid; null if it was closed before
 * @throws ShortfallError if platform revenue, or M-Pesa's part of it, does not cover the prizes: nothing is
 *   paid
 */
export async function closeMonth(on: Queryable, challengeId: string, at: Date): Promise<ClosedMonth | null> {
  // Settlement locks this row while it credits a gift: earlier credits count, and none follows.
  const terms = await kysely(on)
    .selectFrom('challenge')
    .select(['title', 'phase', 'prizePerWinner', 'winners'])
    .where('id', '=', challengeId)
    .forUpdate()
    .executeTakeFirst()
  if (!terms || terms.phase === 'closed') return null
  const accounts = await lockSystemAccounts(on, ['platform_revenue', 'royalty_pool'])
  const rates = await readTaxRates(on)
  const places = await readPlaces(on, challengeId, terms, rates.prize)
  const pool = await readRoyaltyPool(on, challengeId)
  const shares = shareRoyalties(pool, await readTrackShares(on, challengeId), rates.royalty)
  const source = { sourceType: 'challenge', sourceId: challengeId, actor: 'system', occurredAt: at }
  await postJournals(on, [
    ...(await prizeJournals(source, places, await revenueAtMpesa(on, accounts.platform_revenue))),
    ...(await royaltyJournals(source, shares, accounts.royalty_pool)),
  ])
  await writeResults(on, challengeId, places)
  await insertStatements(on, challengeId, pool, shares, at)
  await kysely(on)
    .updateTable('trackAssignment')
    .set({ status: 'cancelled' })
    .where('challengeId', '=', challengeId)
    .where('status', '=', 'active')
    .execute()
  await kysely(on)
    .updateTable('challenge')
    .set({ phase: 'closed', closedAt: at, closeProblem: '' })
    .where('id', '=', challengeId)
    .execute()
  return {
    title: terms.title,
    places: places.map(({ dancerId, rank, voteCount, prize, tax }) => ({
      dancerId,
      rank,
      voteCount,
      prize,
      tax,
    })),
    winners: places
      .filter(({ prize }) => prize > 0n)
      .map(({ dancerId, rank, prize }) => ({ dancerId, rank, prize })),
    royalties: shares.map(({ musicianId, royalty, tax }) => ({ musicianId, royalty, tax })),
  }
}

/** The best entry of each dancer, by place, with its prize. */
async function readPlaces(
  on: Queryable,
  challengeId: string,
  terms: Terms,
  taxPercent: number,
): Promise<Place[]> {
  const found = await kysely(on)
    .selectFrom(
      bestEntries(on, challengeId)
        .select(['v.dancerId', 'v.id', 'v.voteCount', 'v.votesReachedAt'])
        .as('best'),
    )
    .innerJoin('account as a', 'a.ownerId', 'best.dancerId')
    .where('a.kind', '=', 'dancer')
    .select(['best.dancerId', 'best.id as videoId', 'best.voteCount', 'a.id as accountId'])
    .orderBy(bestFirst('best'))
    .limit(LEADERBOARD_PLACES)
    .execute()
  return found.map((one, index) => {
    const rank = index + 1
    const prize = prizeOf({ rank, voteCount: one.voteCount }, terms)
    return { ...one, rank, prize, tax: taxOf(prize, taxPercent) }
  })
}

/** The part of the revenue that M-Pesa still holds: money paid out to bank or owner pays no prizes. */
async function revenueAtMpesa(on: Queryable, revenue: LockedAccount): Promise<LockedAccount> {
  const { free } = await readPosition(on)
  return free < revenue.posted ? { ...revenue, posted: free } : revenue
}

type Source = Pick<JournalDraft, 'sourceType' | 'sourceId' | 'actor' | 'occurredAt'>

/** Platform revenue gives the pool exactly the winners' prizes. */
async function prizeJournals(
  source: Source,
  places: readonly Place[],
  revenue: LockedAccount,
): Promise<JournalDraft[]> {
  const won = places.filter(({ prize }) => prize > 0n)
  const total = won.reduce((sum, { prize }) => sum + prize, 0n)
  if (total === 0n) return []
  const accounts = await systemAccounts()
  const pool = systemAccount(accounts, 'prize_pool')
  return [
    {
      ...source,
      key: `prize_funding:${source.sourceId}`,
      type: 'prize_funding',
      entries: [drawFrom(revenue, total), { accountId: pool, amount: total }],
    },
    ...won.map(({ rank, prize, tax, accountId }) => ({
      ...source,
      key: `prize:${source.sourceId}:${rank}`,
      type: 'prize',
      entries: [{ accountId: pool, amount: -prize }, ...netAndTax(accounts, accountId, prize, tax)],
    })),
  ]
}

async function royaltyJournals(
  source: Source,
  shares: readonly MusicianShare[],
  pool: LockedAccount,
): Promise<JournalDraft[]> {
  const accounts = await systemAccounts()
  return shares
    .filter(({ royalty }) => royalty > 0n)
    .map(({ musicianId, accountId, royalty, tax }) => ({
      ...source,
      key: `royalty:${source.sourceId}:${musicianId}`,
      type: 'royalty',
      entries: [drawFrom(pool, royalty), ...netAndTax(accounts, accountId, royalty, tax)],
    }))
}

/** The credit side of a prize or royalty: net amount to the wallet, tax to the tax account. */
function netAndTax(
  accounts: Awaited<ReturnType<typeof systemAccounts>>,
  wallet: bigint,
  gross: Cents,
  tax: Cents,
): EntryDraft[] {
  const net = { accountId: wallet, amount: gross - tax }
  return tax > 0n ? [net, { accountId: systemAccount(accounts, 'withholding_tax'), amount: tax }] : [net]
}

async function writeResults(on: Queryable, challengeId: string, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  await kysely(on)
    .insertInto('challengeResult')
    .values(
      places.map(({ rank, dancerId, videoId, voteCount, prize, tax }) => ({
        challengeId,
        rank,
        dancerId,
        videoId,
        voteCount,
        prize,
        tax,
      })),
    )
    .execute()
}
