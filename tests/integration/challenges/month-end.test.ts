import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addSeconds, nairobiTime, now, withClock } from '#lib/core/clock.ts'
import { db, firstRow, rows, runTransaction } from '#lib/core/db.ts'
import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { newId } from '#lib/core/ids.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { moveMonths } from '#lib/domain/challenges/move-months.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { noteStatementRead } from '#lib/domain/payments/statement-read.ts'
import { closeDueMonths } from '#lib/domain/royalties/close-due-months.ts'
import { closeMonth } from '#lib/domain/royalties/close-month.ts'
import { getCurrentStatement } from '#lib/domain/royalties/current-statement.ts'
import { royaltyInvariants } from '#lib/domain/royalties/invariants.ts'
import { moveByHand } from '#lib/domain/royalties/move-by-hand.ts'
import { getMonthResults, listPastMonths } from '#lib/domain/royalties/past-months.ts'
import { listStatements } from '#lib/domain/royalties/queries.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { type Line, statementOf } from '#tests/support/evidence.ts'
import { changeMonth, changeVideo, untilListening } from '#tests/support/feed.ts'
import { until } from '#tests/support/until.ts'

const HOUR = 3_600
let month: Month

beforeEach(async () => {
  month = await openMonth(HOUR)
  await noteStatementRead(atEndPlus(HOUR))
})
afterEach(async () => {
  expect(await brokenInvariants(db(), [...ledgerInvariants, ...royaltyInvariants])).toEqual([])
})

/** Money that came in: as much revenue as is said, from M-Pesa. */
async function earn(cents: bigint): Promise<void> {
  const accounts = await systemAccounts()
  await postJournals(db(), [
    {
      key: `test:${newId()}`,
      type: 'gift',
      sourceType: 'test',
      sourceId: month.id,
      actor: 'test',
      occurredAt: now(),
      entries: [
        { accountId: systemAccount(accounts, 'mpesa_collection'), amount: -cents },
        { accountId: systemAccount(accounts, 'platform_revenue'), amount: cents },
      ],
    },
  ])
}

/** A paid subscription of KES 1,000, as settlement leaves it. */
async function subscribe(dancerId: string): Promise<void> {
  const accounts = await systemAccounts()
  const id = newId()
  await db().query(
    `INSERT INTO subscription (id, challenge_id, dancer_id, status, amount, paid_at) VALUES ($1, $2, $3, 'paid', 100000, now())`,
    [id, month.id, dancerId],
  )
  await postJournals(db(), [
    {
      key: `subscription:${id}`,
      type: 'subscription',
      sourceType: 'subscription',
      sourceId: id,
      actor: 'test',
      occurredAt: now(),
      entries: [
        { accountId: systemAccount(accounts, 'mpesa_collection'), amount: -100_000n },
        { accountId: systemAccount(accounts, 'royalty_pool'), amount: 30_000n },
        { accountId: systemAccount(accounts, 'platform_revenue'), amount: 70_000n },
      ],
    },
  ])
}

async function withVotes(votes: number, of: Parameters<typeof addVideo>[1] = {}): Promise<StageVideo> {
  const video = await addVideo(month, of)
  await changeVideo(video, { vote_count: votes })
  return video
}

const walletOf = async (ownerId: string) =>
  (await firstRow<{ posted: bigint }>(db(), 'SELECT posted FROM account WHERE owner_id = $1', [ownerId]))
    ?.posted
const phaseOf = (id = month.id) =>
  firstRow<{ phase: string; close_problem: string }>(
    db(),
    'SELECT phase, close_problem FROM challenge WHERE id = $1',
    [id],
  )
const atEndPlus = (seconds: number) => addSeconds(month.endsAt, seconds)

/** @param read up to when M-Pesa's statement is read; null where none ever was */
async function readStatementTo(read: Date | null): Promise<void> {
  await db().query(`DELETE FROM system_check WHERE name = 'statement_read'`)
  if (read) await noteStatementRead(read)
}

/** A line of a statement that was read two hours after the end. @returns its id in the inbox */
async function findLater(paidAfterEnd: number): Promise<bigint | undefined> {
  const at = atEndPlus(paidAfterEnd).toISOString()
  const line: Line = {
    receipt: `L${month.id.slice(-8).toUpperCase()}${paidAfterEnd > 0 ? 'B' : 'A'}`,
    amountCents: 5_000n,
    at,
    phone: '254712345678',
    account: 'X',
  }
  const { kind, sourceAddress, body } = statementOf(line)
  const row = await firstRow<{ id: bigint }>(
    db(),
    'INSERT INTO callback_inbox (kind, source_address, body, received_at) VALUES ($1, $2, $3, $4) RETURNING id',
    [kind, sourceAddress, body, atEndPlus(2 * HOUR)],
  )
  return row?.id
}

describe('the clock of months', () => {
  test('opens the month that has begun, once, with the dates of the settings', async () => {
    const at = nairobiTime(2029, 3, 1, 0, 0, 5)
    expect(await Promise.all([moveMonths(at), moveMonths(at)])).toContain(true)
    await moveMonths(at)
    const found = await rows(db(), `SELECT * FROM challenge WHERE month = '2029-03-01'`)
    expect(found).toMatchObject([
      {
        title: 'March 2029 Challenge',
        phase: 'subscription',
        starts_at: nairobiTime(2029, 3, 1),
        voting_starts_at: nairobiTime(2029, 3, 8),
        submissions_end_at: nairobiTime(2029, 3, 25),
        ends_at: nairobiTime(2029, 4, 1),
        launch_slots: 100,
      },
    ])
    await moveMonths(nairobiTime(2029, 3, 7, 23, 59))
    expect((await phaseOf(found[0]?.id as string))?.phase).toBe('subscription')
    await moveMonths(nairobiTime(2029, 3, 8))
    expect((await phaseOf(found[0]?.id as string))?.phase).toBe('voting')
    await moveMonths(nairobiTime(2029, 4, 1))
    expect((await phaseOf(found[0]?.id as string))?.phase).toBe('tallying')
    await db().query(
      `UPDATE challenge SET phase = 'closed' WHERE month BETWEEN '2029-01-01' AND '2029-12-01'`,
    )
  })
})

describe('the close of a month', () => {
  test('has the open pages of those who earned look at their wallets', async () => {
    const { dancerId, musicianId } = await withVotes(2)
    await subscribe(dancerId)
    await earn(500_000n)
    const told: string[] = []
    const feed = openEventFeed([listenTo(membersChanged, ({ user_ids }) => told.push(...user_ids))])
    await untilListening()
    await moveMonths(atEndPlus(0))
    await closeDueMonths(atEndPlus(HOUR))
    await until('both are told', () => told.includes(dancerId) && told.includes(musicianId))
    feed.end()
  })

  test('pays the first five and shares the royalties, once however often it runs', async () => {
    const videos: StageVideo[] = []
    for (const votes of [9, 8, 7, 6, 5, 4]) videos.push(await withVotes(votes))
    const first = videos[0] as StageVideo
    await withVotes(3, { musicianId: first.musicianId })
    await subscribe(first.dancerId)
    await earn(2_500_000n)
    const running = await getCurrentStatement(first.musicianId)
    expect(await getCurrentStatement(newId())).toMatchObject({ videos: 0, royalty: 0, lines: [] })
    await moveMonths(atEndPlus(0))
    await closeDueMonths(atEndPlus(34 * 60))
    expect((await phaseOf())?.phase).toBe('tallying')
    await Promise.all([closeDueMonths(atEndPlus(HOUR)), closeDueMonths(atEndPlus(HOUR))])
    await closeDueMonths(atEndPlus(2 * HOUR))
    expect((await phaseOf())?.phase).toBe('closed')
    expect(await Promise.all(videos.map(({ dancerId }) => walletOf(dancerId)))).toEqual([
      ...Array(5).fill(500_000n),
      0n,
    ])
    // Seven videos share 30,000 cents; the first has two of them, and five cents are over.
    expect(await walletOf(first.musicianId)).toBe(8_571n)
    const results = await getMonthResults(month.id)
    expect(results).toMatchObject({ phase: 'closed', prizes_paid: 25_000, royalties_paid: 300 })
    expect(results.winners.map(({ rank, vote_count }) => [rank, vote_count])).toEqual([
      [1, 9],
      [2, 8],
      [3, 7],
      [4, 6],
      [5, 5],
    ])
    expect(results.places).toHaveLength(7)
    expect(await getMonthResults(month.id.toUpperCase())).toEqual(results)
    expect((await listPastMonths({ page: 1, page_size: 100 })).results.map(({ id }) => id)).toContain(
      month.id,
    )
    // As they are counted, until the month is old: from then on as its public list says.
    await db().query(
      `INSERT INTO tally_head (challenge_id, published_at, position, hash, votes) VALUES ($1, $2, 0, repeat('0', 64), 1234)`,
      [month.id, atEndPlus(3 * HOUR)],
    )
    const votes = async () => (await getMonthResults(month.id)).total_votes
    const counted = await rows<{ votes: number }>(
      db(),
      'SELECT sum(vote_count)::int AS votes FROM video WHERE challenge_id = $1',
      [month.id],
    )
    expect(await withClock(() => atEndPlus(5 * 24 * HOUR), votes)).toBe(counted[0]?.votes)
    expect(await withClock(() => atEndPlus(9 * 24 * HOUR), votes)).toBe(1234)
    const statements = await listStatements(first.musicianId, { page: 1, page_size: 6 })
    expect(statements).toMatchObject({ count: 1, next: null })
    expect(statements.results).toMatchObject([
      { pool: 300, videos: 2, all_videos: 7, royalty: 85.71, votes: 12, vote_earnings: 180, lines: [{}, {}] },
    ])
    // What was told while the month ran is what it came to, because nothing changed.
    const [{ id: _, closed_at: __, lines, ...written } = { lines: [] }] = statements.results
    await expect(listStatements(first.musicianId, { page: 2, page_size: 6 })).rejects.toThrow(
      'This page doesn’t exist.',
    )
    const byTrack = (a: { track_id: string }, b: { track_id: string }) => (a.track_id < b.track_id ? -1 : 1)
    expect({ ...running, lines: running?.lines.toSorted(byTrack) }).toEqual({
      ...written,
      lines: lines.toSorted(byTrack),
    })
  })

  test('waits until M-Pesa’s statement is read past its end, but not for ever', async () => {
    await withVotes(1)
    await earn(500_000n)
    await moveMonths(atEndPlus(0))
    for (const read of [null, -60, 5 * 60]) {
      await readStatementTo(read === null ? null : atEndPlus(read))
      await closeDueMonths(atEndPlus(47 * HOUR))
      expect(await phaseOf()).toMatchObject({ phase: 'tallying', close_problem: '' })
    }
    await readStatementTo(atEndPlus(15 * 60))
    await closeDueMonths(atEndPlus(HOUR))
    expect((await phaseOf())?.phase).toBe('closed')
  })

  test('goes on after 48 hours in which M-Pesa gave no statement', async () => {
    await withVotes(1)
    await earn(500_000n)
    await moveMonths(atEndPlus(0))
    await readStatementTo(null)
    await closeDueMonths(atEndPlus(48 * HOUR))
    expect((await phaseOf())?.phase).toBe('closed')
  })

  test('waits for what a late statement has found, where that was paid before the end', async () => {
    await withVotes(1)
    await earn(500_000n)
    await moveMonths(atEndPlus(0))
    const closeAt = (seconds: number) =>
      withClock(
        () => atEndPlus(seconds),
        () => closeDueMonths(atEndPlus(seconds)),
      )
    const intime = await findLater(-300)
    await closeAt(3 * HOUR)
    expect((await phaseOf())?.phase).toBe('tallying')
    await db().query('UPDATE callback_inbox SET processed_at = now() WHERE id = $1', [intime])
    const late = await findLater(300)
    await closeAt(3 * HOUR)
    expect((await phaseOf())?.phase).toBe('closed')
    await db().query('UPDATE callback_inbox SET processed_at = now() WHERE id = $1', [late])
  })

  test('pays nothing where revenue is short, and says so; later it pays all', async () => {
    const video = await withVotes(5)
    await moveMonths(atEndPlus(0))
    const held = await firstRow<{ held: bigint }>(
      db(),
      `SELECT sum(posted)::bigint AS held FROM account WHERE kind = 'platform_revenue'`,
    )
    // What other tests have earned goes first.
    if ((held?.held ?? 0n) >= 500_000n)
      await db().query('UPDATE challenge SET prize_per_winner = $2 WHERE id = $1', [
        month.id,
        (held?.held ?? 0n) + 1n,
      ])
    await closeDueMonths(atEndPlus(HOUR))
    expect(await phaseOf()).toMatchObject({
      phase: 'tallying',
      close_problem: expect.stringContaining('prizes_short'),
    })
    expect(await walletOf(video.dancerId)).toBe(0n)
    await earn(500_001n)
    await closeDueMonths(atEndPlus(2 * HOUR))
    expect(await phaseOf()).toMatchObject({ phase: 'closed', close_problem: '' })
    expect(await walletOf(video.dancerId)).toBeGreaterThan(0n)
  })

  test('of what settlement credits meanwhile: it waits until that is committed', async () => {
    await withVotes(0)
    await moveMonths(atEndPlus(0))
    const order: string[] = []
    const { promise: locked, resolve } = Promise.withResolvers<void>()
    const settling = runTransaction(async (client) => {
      await client.query('SELECT 1 FROM challenge WHERE id = $1 FOR KEY SHARE', [month.id])
      resolve()
      await until('the close waits', async () => (await waiting()) !== undefined)
      order.push('credited')
    })
    await locked
    const closing = runTransaction((client) => closeMonth(client, month.id, atEndPlus(HOUR)))
    await Promise.all([settling, closing.then(() => order.push('closed'))])
    expect(order).toEqual(['credited', 'closed'])
  })

  test('pays who reached a count first, by the video of theirs that did', async () => {
    const reachedAt = (minutes: number) => ({ votes_reached_at: atEndPlus(-HOUR + minutes * 60) })
    // Made in the other order, so that the ids do not say it.
    const behind = await withVotes(5)
    const aheadLater = await withVotes(5)
    const ahead = await withVotes(5, aheadLater)
    await changeVideo(aheadLater, reachedAt(30))
    await changeVideo(behind, reachedAt(20))
    await changeVideo(ahead, reachedAt(10))
    await changeMonth(month, { winners: 1 })
    await earn(500_000n)
    const closed = await runTransaction((client) => closeMonth(client, month.id, atEndPlus(HOUR)))
    expect(closed?.places.map(({ dancerId, prize }) => [dancerId, prize])).toEqual([
      [ahead.dancerId, 500_000n],
      [behind.dancerId, 0n],
    ])
    const { rows: results } = await db().query<{ video_id: string }>(
      'SELECT video_id FROM challenge_result WHERE challenge_id = $1 ORDER BY rank',
      [month.id],
    )
    expect(results.map(({ video_id }) => video_id)).toEqual([ahead.id, behind.id])
  })

  test('by hand goes one phase at a time, and its dates follow', async () => {
    const by = { id: newId() }
    await expect(
      moveByHand({ challengeId: month.id, phase: 'closed', by, address: '' }),
    ).rejects.toMatchObject({ code: 'wrong_phase', status: 409 })
    const moment = addSeconds(now(), 5)
    await withClock(
      () => moment,
      () => moveByHand({ challengeId: month.id, phase: 'tallying', by, address: '127.0.0.1' }),
    )
    expect(await firstRow(db(), 'SELECT phase, ends_at FROM challenge WHERE id = $1', [month.id])).toEqual({
      phase: 'tallying',
      ends_at: moment,
    })
    await moveByHand({ challengeId: month.id, phase: 'closed', by, address: '' })
    expect((await phaseOf())?.phase).toBe('closed')
    const audit = await rows(
      db(),
      `SELECT action, before, after FROM audit_event WHERE subject_id = $1 ORDER BY id`,
      [month.id],
    )
    expect(audit).toMatchObject([
      { action: 'challenge.moved', before: { phase: 'voting' }, after: { phase: 'tallying' } },
      { action: 'challenge.moved', before: { phase: 'tallying' }, after: { phase: 'closed' } },
    ])
  })
})

/** A row's lock is waited for under the name of the transaction that holds it. */
const waiting = () =>
  firstRow(db(), `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`)
