// A ring of gifts as one case: held, released or sent back together, by two people, while the worker may die.
import { expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { queue } from '#lib/core/queue.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'
import { findSignals } from '#lib/domain/fraud/find-signals.ts'
import { listSignals } from '#lib/domain/fraud/queries.ts'
import { countWaitingSignals, oldestWaitingSignal } from '#lib/domain/fraud/waiting-signals.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { approveDuePayouts } from '#lib/domain/payouts/approve.ts'
import { cancelOwn } from '#lib/domain/payouts/cancel.ts'
import { readStandings } from '#lib/domain/videos/standings.ts'
import { listTransactions } from '#lib/domain/wallets/queries.ts'
import { addVideo, openMonth, votesOf, walletOf } from '#tests/support/contest.ts'
import { signedInAs, suspended, twoAdmins, workRefunds } from '#tests/support/desk-payments.ts'
import { intentOf, newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { asOwner, holdsUp } from '#tests/support/owner.ts'
import { newEarner, payoutOf, withdraw } from '#tests/support/payouts.ts'
import {
  agreedOn,
  decideOn,
  dismissSignal,
  escalateSignal,
  orderOn,
  reopenSignal,
  ringOf,
  signalOf,
  untilDone,
  workActions,
} from '#tests/support/rings.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const [amina, brian] = await twoAdmins()
const both = [amina, brian] as const
const officer = await signedInAs('compliance_officer')

const heldOf = async (ownerId: string) =>
  (await firstRow<{ held: bigint }>(db(), 'SELECT held FROM account WHERE owner_id = $1', [ownerId]))?.held

const lettersTo = async (userId: string) =>
  (await queue('mail').getJobs()).flatMap(({ data }) => (data.userId === userId ? [data.template] : []))

test('a ring of 100 gifts is sent back with fewer than ten presses by two people', async () => {
  const { video, ids, signalId } = await ringOf(money, 100)
  const fair = await order(video, newPhone(), 3)
  await untilState(fair, 'credited')
  expect(await heldOf(video.dancerId)).toBe(100n * 2n * 1_500n)
  let presses = 0
  const pressed = async <T extends { status: number }>(answer: Promise<T>, more = 1): Promise<T> => {
    // To open the dialog, and to send it.
    presses += more + 1
    const { status } = await answer
    expect(status).toBe(200)
    return answer
  }
  await pressed(escalateSignal(officer, signalId))
  expect(await signalOf(amina, signalId)).toMatchObject({
    status: 'escalated',
    note: 'It looks like bought votes.',
    gifts: 100,
    ranking: { now: { votes: 203 }, without: { votes: 3 }, with_all: { votes: 203 } },
  })
  await pressed(orderOn(amina, signalId, { action: 'hold' }))
  await untilDone(amina, signalId)
  expect([await votesOf(video), await walletOf(video.dancerId)]).toEqual([3, 3n * 1_500n])
  const asked = await pressed(orderOn(amina, signalId, { action: 'send_back', total: 10_000 }))
  const [proposal] = asked.json.actions
  await pressed(decideOn(brian, signalId, proposal?.id ?? '', 'confirm'))
  expect(presses).toBeLessThan(10)
  const done = await untilDone(amina, signalId)
  expect(done).toMatchObject({ status: 'refunded', ranking: { now: { votes: 3 } } })
  expect(done.actions[0]).toMatchObject({ gifts: 100, done: 100, skipped: [], votes: 200, amount: 10_000 })
  await until('all refunds are done', async () => {
    await workRefunds()
    return (await signalOf(amina, signalId)).actions[0]?.refunds.done === 100
  })
  expect(await intentOf(ids[0] ?? '')).toMatchObject({ state: 'refunded' })
  expect([await votesOf(video), await suspended()]).toEqual([3, 0n])
  expect(await heldOf(video.dancerId)).toBe(0n)
  expect(await lettersTo(video.dancerId)).toEqual(expect.arrayContaining(['votes_held', 'votes_sent_back']))
  expect(
    (
      await rows<{ action: string }>(
        db(),
        `SELECT action FROM audit_event WHERE subject_id = $1 AND action LIKE '%gifts%' ORDER BY id`,
        [signalId],
      )
    ).map(({ action }) => action.replace('fraud_signal.gifts_', '')),
  ).toEqual(['held', 'done', 'proposed', 'confirmed', 'done'])
})

/** Adds another signal about gifts of the same video. */
async function sharing(signalId: string, kind: string, giftIds: readonly string[]): Promise<string> {
  const added = await firstRow<{ id: string }>(
    db(),
    `INSERT INTO fraud_signal (kind, video_id, subject, day, score, reasons, gifts, votes, gift_ids)
      SELECT $2::fraud_signal_kind, video_id, '', day, 50, '[]', cardinality($3::uuid[]), votes, $3 FROM fraud_signal WHERE id = $1 RETURNING id`,
    [signalId, kind, giftIds],
  )
  return added?.id ?? ''
}

/** Adds a proposed refund as version 1.0.0 did, also of gifts in another signal's action. */
async function proposedBefore(signalId: string, giftIds: readonly string[]): Promise<string> {
  const id = newId()
  await db().query(
    `INSERT INTO signal_action (id, signal_id, kind, amount, note, proposed_by, proposed_at)
      VALUES ($1, $2, 'send_back', $3, 'Of another release.', $4, $5)`,
    [id, signalId, giftIds.length * 10_000, amina.id, now()],
  )
  await db().query('INSERT INTO signal_action_gift (action_id, intent_id) SELECT $1, unnest($2::uuid[])', [
    id,
    giftIds,
  ])
  return id
}

test('signals whose gifts another signal’s refund sent back end with it, and gifts of several count once', async () => {
  const { video, ids, signalId } = await ringOf(money, 5)
  const fair = await order(video, newPhone(), 3)
  await untilState(fair, 'credited')
  const { evidence } = await signalOf(amina, signalId)
  expect(new Set(evidence.map(({ receipt }) => receipt)).size).toBe(5)
  for (const { receipt } of evidence) expect(receipt).toMatch(/^[A-Z0-9]{10}$/)
  const burst = await sharing(signalId, 'burst', ids)
  const proposed = await sharing(signalId, 'network', ids.slice(0, 3))
  const wider = await sharing(signalId, 'phone', [...ids.slice(0, 2), fair])
  const some = { status: 'open', video: video.id, search: '', page: 1, page_size: 20 } as const
  expect((await listSignals(some)).totals.gifts).toBe(6)
  const { json } = await orderOn(amina, signalId, { action: 'send_back', total: 500 })
  const proposal = await proposedBefore(proposed, ids.slice(0, 3))
  await decideOn(brian, signalId, json.actions[0]?.id ?? '', 'confirm')
  await untilDone(amina, signalId)
  expect(await signalOf(amina, burst)).toMatchObject({
    status: 'refunded',
    decided_with: { id: signalId, kind: 'device' },
  })
  expect(await signalOf(amina, wider)).toMatchObject({ status: 'open', decided_with: null })
  expect(await signalOf(amina, proposed)).toMatchObject({ status: 'open' })
  await decideOn(brian, proposed, proposal, 'reject')
  expect(await signalOf(amina, proposed)).toMatchObject({
    status: 'refunded',
    decided_with: { id: signalId },
  })
  expect(
    await firstRow(db(), `SELECT before, after FROM audit_event WHERE subject_id = $1`, [burst]),
  ).toEqual({ before: { status: 'open' }, after: { status: 'refunded', decided_with: signalId } })
  expect((await listSignals({ ...some, status: '' })).totals.gifts).toBe(6)
  expect(await brokenInvariants(db(), allInvariants)).toEqual([])
  await dismissSignal(officer, wider)
})

test('a gift is in one signal’s action at a time, and a finished action counts the gifts that it changed', async () => {
  const { ids, signalId } = await ringOf(money, 5)
  const burst = await sharing(signalId, 'burst', ids)
  const two = { action: 'send_back', gift_ids: ids.slice(0, 2), total: 200 }
  const first = (await orderOn(amina, signalId, two)).json.actions[0]?.id ?? ''
  for (const order of [{ action: 'hold' }, { action: 'send_back', total: 500 }, two])
    expect(await orderOn(brian, burst, order)).toMatchObject({
      status: 409,
      json: { code: 'gifts_in_action' },
    })
  const others = await orderOn(brian, burst, { ...two, gift_ids: ids.slice(2), total: 300 })
  expect(others.status).toBe(200)
  await decideOn(brian, burst, others.json.actions[0]?.id ?? '', 'reject')
  await decideOn(amina, signalId, first, 'reject')

  const atOnce = await Promise.all([orderOn(amina, signalId, two), orderOn(amina, burst, two)])
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409])
  const [won] = atOnce.filter(({ status }) => status === 200)
  const wider = await proposedBefore(won?.json.id === burst ? signalId : burst, ids)
  await decideOn(brian, won?.json.id ?? '', won?.json.actions[0]?.id ?? '', 'confirm')
  await untilDone(amina, won?.json.id ?? '')
  const other = won?.json.id === burst ? signalId : burst
  await decideOn(brian, other, wider, 'confirm')
  expect((await untilDone(amina, other)).actions[0]).toMatchObject({
    ...{ gifts: 3, amount: 300, done: 5, votes: 6 },
    skipped: [{ reason: 'not_possible', gifts: 2 }],
  })
})

test('the ranks of a signal are those of the leaderboard, which has the best video of each dancer', async () => {
  const month = await openMonth()
  const videoWith = async (votes: number, of: { dancerId?: string } = {}) => {
    const video = await addVideo(month, of)
    if (votes > 0) await untilState(await order(video, newPhone(), votes), 'credited')
    return video
  }
  const rival = await videoWith(20)
  await videoWith(15, { dancerId: rival.dancerId })
  await videoWith(14, { dancerId: rival.dancerId })
  const ringVideo = await videoWith(0)
  await videoWith(7, { dancerId: ringVideo.dancerId })
  const third = await videoWith(5)
  await videoWith(4, { dancerId: third.dancerId })
  const rankOf = async ({ dancerId }: { dancerId: string }) =>
    (await readStandings(month.id)).findIndex((one) => one.dancerId === dancerId) + 1
  const { signalId } = await ringOf(money, 5, ringVideo)
  expect(await rankOf(ringVideo)).toBe(2)
  const ranking = { now: { votes: 10, rank: 2 }, without: { votes: 7, rank: 2 } }
  expect(await signalOf(amina, signalId)).toMatchObject({ ranking })
  await untilState(await order(third, newPhone(), 3), 'credited')
  expect((await signalOf(amina, signalId)).ranking).toMatchObject({
    ...ranking,
    without: { votes: 7, rank: 3 },
  })
  await orderOn(amina, signalId, { action: 'hold' })
  expect((await untilDone(amina, signalId)).actions[0]).toMatchObject({ rank_before: 2, rank_after: 3 })
  expect(await rankOf(ringVideo)).toBe(3)
  await agreedOn(both, signalId, { action: 'send_back', total: 500 })
})

test('what is held is released to the cent, counts as before, and can still be sent back', async () => {
  const { video, signalId } = await ringOf(money, 6)
  const newest = async (ownerId: string) =>
    String((await listTransactions(ownerId, { page: 1, page_size: 1 })).results[0]?.description)
  const [votes, wallet] = [await votesOf(video), await walletOf(video.dancerId)]
  await orderOn(amina, signalId, { action: 'hold' })
  await untilDone(amina, signalId)
  expect([await votesOf(video), await walletOf(video.dancerId), await suspended()]).toEqual([0, 0n, 60_000n])
  for (const owner of [video.dancerId, video.musicianId])
    expect(await newest(owner)).toBe('Held because of a fraud check: 2 gifts for “A dance”')
  expect(await dismissSignal(amina, signalId)).toMatchObject({ status: 409, json: { code: 'money_held' } })
  expect(await agreedOn(both, signalId, { action: 'release', total: 600 })).toMatchObject({
    status: 'released',
  })
  expect([await votesOf(video), await walletOf(video.dancerId)]).toEqual([votes, wallet])
  expect(await brokenInvariants(db(), allInvariants)).toEqual([])
  // The same gifts again, with more of them: the books of each now have a second turn.
  await db().query(`UPDATE fraud_signal SET status = 'open' WHERE id = $1`, [signalId])
  await findSignals({ days: 1 })
  expect(await agreedOn(both, signalId, { action: 'send_back', total: 600 })).toMatchObject({
    status: 'refunded',
  })
  expect([await votesOf(video), await walletOf(video.dancerId)]).toEqual([0, 0n])
  expect(await newest(video.dancerId)).toBe('Sent back: 2 gifts for “A dance”')
})

test('some of the gifts are picked, by people whose matter it is not, for the total that they typed', async () => {
  const { video, ids, signalId } = await ringOf(money, 6)
  const two = ids.slice(0, 2)
  const sendBack = (total: number, gift_ids = two) =>
    orderOn(amina, signalId, { action: 'send_back', gift_ids, total })
  expect((await sendBack(300)).json.code).toBe('total_differs')
  expect((await orderOn(amina, signalId, { action: 'send_back' })).json.code).toBe('total_differs')
  expect((await orderOn(amina, signalId, { action: 'release', total: 600 })).json.code).toBe('no_such_gifts')
  expect((await sendBack(200, [signalId])).status).toBe(404)
  const waiting = async () =>
    (await listSignals({ status: 'waiting', video: video.id, search: '', page: 1, page_size: 20 })).results
  const countBefore = await countWaitingSignals()
  expect(await waiting()).toEqual([])
  const { json } = await sendBack(200)
  expect([...(json.actions[0]?.gift_ids ?? [])].sort()).toEqual([...two].sort())
  expect(await waiting()).toMatchObject([
    {
      id: signalId,
      status: 'open',
      proposal: { action: 'send_back', proposed_at: json.actions[0]?.proposed_at },
    },
  ])
  expect(await countWaitingSignals()).toBe(countBefore + 1)
  expect(await oldestWaitingSignal()).not.toBeNull()
  expect((await sendBack(200)).json.code).toBe('action_open')
  const id = json.actions[0]?.id ?? ''
  expect((await decideOn(amina, signalId, id, 'confirm')).json.code).toBe('second_person')
  expect((await decideOn(amina, signalId, id, 'reject')).status).toBe(200)
  expect(await waiting()).toEqual([])
  expect((await decideOn(brian, signalId, id, 'confirm')).json.code).toBe('proposal_gone')
  expect(await agreedOn(both, signalId, { action: 'send_back', gift_ids: two, total: 200 })).toMatchObject({
    status: 'open',
  })
  expect(await votesOf(video)).toBe(8)
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [
    amina.id,
    (await intentOf(ids[3] ?? '')).phone,
  ])
  expect((await orderOn(amina, signalId, { action: 'hold' })).status).toBe(403)
  await db().query(`UPDATE app_user SET phone_number = '' WHERE id = $1`, [amina.id])
})

test('a gift that waits for people for another reason is not held by the signal', async () => {
  const { ids, signalId } = await ringOf(money, 5)
  await orderOn(amina, signalId, { action: 'hold' })
  await untilDone(amina, signalId)
  await db().query(`UPDATE payment_intent SET review_reason = 'refund_failed' WHERE id = $1`, [ids[0]])
  const { evidence } = await signalOf(amina, signalId)
  expect(evidence.map(({ id, status }) => [id, status]).sort()).toEqual(
    ids.map((id) => [id, id === ids[0] ? 'not_counted' : 'held']).sort(),
  )
  await db().query(`UPDATE payment_intent SET review_reason = 'signal_hold' WHERE id = $1`, [ids[0]])
  await agreedOn(both, signalId, { action: 'send_back', total: 500 })
})

test('a worker that dies in the middle loses no gift and does none again', async () => {
  const { video, ids, signalId } = await ringOf(money, 5)
  const third = [...ids].sort()[2]
  await asOwner(async (blocker) => {
    await blocker.query('BEGIN')
    await blocker.query('SELECT FROM payment_intent WHERE id = $1 FOR UPDATE', [third])
    await orderOn(amina, signalId, { action: 'hold' })
    await until('the worker waits for the third gift', () => holdsUp(blocker))
    expect((await signalOf(amina, signalId)).actions[0]).toMatchObject({
      state: 'running',
      done: 2,
      gifts: 5,
    })
    await blocker.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    )
    await until('the others are done', async () => (await signalOf(amina, signalId)).actions[0]?.done === 4)
    await blocker.query('ROLLBACK')
  })
  await workActions()
  expect((await untilDone(amina, signalId)).actions[0]).toMatchObject({ done: 5, skipped: [], votes: 10 })
  expect([await votesOf(video), await suspended()]).toEqual([0, 50_000n])
  await agreedOn(both, signalId, { action: 'send_back', total: 500 })
})

test('shares of an open signal are not withdrawn, whichever of the two is faster', async () => {
  const outcomes = new Set<number>()
  for (let turn = 0; turn < 4; turn++) {
    const earner = await newEarner(money, 1)
    const video = await money.video({ dancerId: earner.id })
    const ids = await Promise.all(Array.from({ length: 5 }, () => order(video, newPhone(), 2)))
    for (const id of ids) await untilState(id, 'credited')
    await db().query(`UPDATE gift SET session_id = $2 WHERE intent_id = ANY($1)`, [ids, video.id])
    // In some rounds one of them starts first; in the others both start together.
    if (turn === 0) await findSignals({ days: 1 })
    const [answer] = await Promise.all([withdraw(earner, { amount: 160 }), findSignals({ days: 1 })])
    outcomes.add(answer.status)
    const signal = await firstRow<{ id: string }>(
      db(),
      `SELECT id FROM fraud_signal WHERE video_id = $1 AND status = 'open'`,
      [video.id],
    )
    const held = await firstRow<{ amount: bigint; short: bigint }>(
      db(),
      `SELECT sum(h.amount)::int8 AS amount, sum(h.short)::int8 AS short FROM share_hold h JOIN account a ON a.id = h.account_id
        WHERE a.owner_id = $1`,
      [earner.id],
    )
    expect((held?.amount ?? 0n) + (held?.short ?? 0n)).toBe(15_000n)
    if (answer.status === 201) {
      const reference = String(answer.json.transaction_reference)
      expect(held?.amount).toBe(500n)
      await money.passTime(3 * 86_400)
      await approveDuePayouts()
      expect(await payoutOf(reference)).toMatchObject({ state: 'requested' })
      await dismissSignal(officer, signal?.id ?? '')
      await approveDuePayouts()
      expect((await payoutOf(reference)).state).not.toBe('requested')
    } else {
      expect(held?.short).toBe(0n)
      await dismissSignal(officer, signal?.id ?? '')
      expect((await withdraw(earner, { amount: 160 })).status).toBe(201)
      // The dismissal is undone too late for that.
      expect((await reopenSignal(officer, signal?.id ?? '')).status).toBe(200)
      await dismissSignal(officer, signal?.id ?? '')
    }
  }
  expect(outcomes.has(400)).toBe(true)
})

test('a withdrawal that is cancelled while a signal is open leaves its money held for the signal', async () => {
  const earner = await newEarner(money, 1)
  const video = await money.video({ dancerId: earner.id })
  const ids = await Promise.all(Array.from({ length: 5 }, () => order(video, newPhone(), 2)))
  for (const id of ids) await untilState(id, 'credited')
  await db().query(`UPDATE gift SET session_id = $2 WHERE intent_id = ANY($1)`, [ids, video.id])
  const first = await withdraw(earner, { amount: 160 })
  expect(first.status).toBe(201)
  await findSignals({ days: 1 })
  expect(await heldOf(earner.id)).toBe(16_500n)

  await cancelOwn(earner.id, String(first.json.transaction_reference), '')
  expect(await heldOf(earner.id)).toBe(15_000n)
  expect((await withdraw(earner, { amount: 160 })).status).toBe(400)
  expect((await withdraw(earner, { amount: 15 })).status).toBe(201)
})
