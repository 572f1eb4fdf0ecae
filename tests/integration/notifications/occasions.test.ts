import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { addSeconds, nairobiTime, withClock } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { tellVotes } from '#lib/domain/gifts/tell-votes.ts'
import { tellRanks } from '#lib/domain/leaderboard/tell-ranks.ts'
import { deliverDue } from '#lib/domain/notifications/deliver.ts'
import { purgeNotifications } from '#lib/domain/notifications/purge.ts'
import { askFollower } from '#lib/domain/notifications/tell-followers.ts'
import { closeWhenSettled } from '#lib/domain/royalties/close-due-months.ts'
import { tellClosing } from '#lib/domain/subscriptions/tell-closing.ts'
import { addPerson, addVideo, type Month, type StageVideo } from '#tests/support/contest.ts'
import { mailsTo, rawHeaders, startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { toldTo } from '#tests/support/notifications.ts'
import { startPushService } from '#tests/support/push-service.ts'
import { ask } from '#tests/support/review.ts'

const noon = nairobiTime(2027, 3, 10, 12)
const at = <T>(moment: Date, work: () => T): T => withClock(() => moment, work)

let service: Awaited<ReturnType<typeof startPushService>>
const ends: (() => Promise<unknown>)[] = [closeDb, closeRedis, closeQueues]
beforeAll(async () => {
  service = await startPushService()
  ends.push(await startMailbox(), service.end)
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

let months = 0
/** A month in voting around March 2027, the current one until the next is opened. */
async function openMarch(): Promise<Month> {
  const id = newId()
  const endsAt = nairobiTime(2027, 4, 1)
  await db().query(
    `INSERT INTO challenge (id, title, month, phase, starts_at, voting_starts_at, submissions_end_at, ends_at)
      VALUES ($1, 'March', $2, 'voting', $3, $3, $4, $4)`,
    [id, new Date(Date.UTC(2035, months++, 1)), nairobiTime(2027, 3, 1), endsAt],
  )
  return { id, endsAt }
}

const setVotes = (video: StageVideo, votes: number) =>
  db().query('UPDATE video SET vote_count = $2, votes_reached_at = now() WHERE id = $1', [video.id, votes])

async function addGift(video: StageVideo, month: Month, votes: number, settledAt: Date, state = 'credited') {
  const id = newId()
  await db().query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, settled_at, paid_at)
      VALUES ($1, 'gift', $2::payment_state, $3, '', left($4, 12), $5, $5)`,
    [id, state, votes * 5_000, id.slice(-12), settledAt],
  )
  const accountOf = `(SELECT id FROM account WHERE owner_id = `
  await db().query(
    `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone,
        session_id, device_fingerprint)
      VALUES ($1, $2, $3, ${accountOf}$4), ${accountOf}$5), $6, '', 's', 'd')`,
    [id, video.id, month.id, video.dancerId, video.musicianId, votes],
  )
}

test('votes since yesterday are told once a day, by Nairobi’s day, those that counted', async () => {
  const month = await openMarch()
  const best = await addVideo(month)
  const second = await addVideo(month, { dancerId: best.dancerId })
  await addGift(best, month, 30, nairobiTime(2027, 3, 9, 0, 0))
  await addGift(best, month, 5, nairobiTime(2027, 3, 9, 23, 59))
  await addGift(second, month, 7, nairobiTime(2027, 3, 9, 12))
  await addGift(best, month, 100, nairobiTime(2027, 3, 8, 23, 59))
  await addGift(best, month, 100, nairobiTime(2027, 3, 10, 0, 1))
  await addGift(best, month, 100, nairobiTime(2027, 3, 9, 12), 'refunded')
  for (const hour of [8, 9]) expect(await at(nairobiTime(2027, 3, 10, hour), tellVotes)).toBe(1)
  expect(await toldTo(best.dancerId)).toEqual([
    { kind: 'votes_yesterday', template: 'votes_yesterday', data: { votes: 42, video_id: best.id } },
  ])
})

test('nobody is asked to share a video that was withdrawn since its votes came in', async () => {
  const month = await openMarch()
  const withdrawn = await addVideo(month)
  const standing = await addVideo(month, { dancerId: withdrawn.dancerId })
  const gone = await addVideo(month)
  for (const video of [withdrawn, standing, gone])
    await addGift(video, month, 5, nairobiTime(2027, 3, 12, 12))
  for (const { id } of [withdrawn, gone])
    await db().query(`UPDATE video SET status = 'rejected' WHERE id = $1`, [id])
  expect(await at(nairobiTime(2027, 3, 13, 8), tellVotes)).toBe(1)
  expect(await toldTo(standing.dancerId)).toEqual([
    { kind: 'votes_yesterday', template: 'votes_yesterday', data: { votes: 5, video_id: standing.id } },
  ])
  expect(await toldTo(gone.dancerId)).toEqual([])
})

test('of the last day nobody is asked to collect more votes the day after', async () => {
  const month = await openMarch()
  const video = await addVideo(month)
  await addGift(video, month, 5, nairobiTime(2027, 3, 31, 23))
  expect(await at(nairobiTime(2027, 4, 1, 8), tellVotes)).toBe(0)
  expect(await toldTo(video.dancerId)).toEqual([])
})

test('ranks are told against those that were told last, in the top twenty alone', async () => {
  const month = await openMarch()
  const videos: StageVideo[] = []
  for (let n = 0; n < 21; n++) videos.push(await addVideo(month))
  for (const [index, video] of videos.entries()) await setVotes(video, 100 - index)
  const [first, , third, , , last, twentieth, below] = [0, 1, 2, 3, 4, 5, 19, 20].map((n) => videos[n])
  if (!first || !third || !last || !twentieth || !below) throw new Error('too few')
  expect(await at(noon, tellRanks)).toBe(0)
  await setVotes(third, 200)
  await setVotes(below, 150)
  expect(await at(addSeconds(noon, 3_600), tellRanks)).toBe(20 - 0 + 1)
  expect(await at(addSeconds(noon, 3_700), tellRanks)).toBe(0)
  const told = async ({ dancerId }: StageVideo) =>
    (await toldTo(dancerId)).map(({ template, data: { from, to } }) => [template, from, to])
  expect(await told(third)).toEqual([['rank_gained', 3, 1]])
  expect(await told(first)).toEqual([['rank_lost', 1, 3]])
  expect(await told(below)).toEqual([['rank_entered', undefined, 2]])
  expect(await told(twentieth)).toEqual([['rank_left', 20, undefined]])
})

test('whose video was withdrawn, or account deactivated, is not told that others have passed them', async () => {
  const month = await openMarch()
  const videos: StageVideo[] = []
  for (let n = 0; n < 25; n++) videos.push(await addVideo(month))
  for (const [index, video] of videos.entries()) await setVotes(video, 100 - index)
  const [withdrawn, deactivated] = videos
  const [risen, fallen] = [videos[21], videos[19]]
  if (!withdrawn || !deactivated || !risen || !fallen) throw new Error('too few')
  expect(await at(noon, tellRanks)).toBe(0)
  await db().query(`UPDATE video SET status = 'rejected' WHERE id = $1`, [withdrawn.id])
  await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [deactivated.dancerId])
  await setVotes(deactivated, 0)
  await setVotes(fallen, 1)
  await at(addSeconds(noon, 3_600), tellRanks)
  const told = async ({ dancerId }: StageVideo) =>
    (await toldTo(dancerId)).map(({ template, data: { from, to } }) => [template, from, to])
  expect(await told(withdrawn)).toEqual([])
  expect(await told(deactivated)).toEqual([])
  expect(await told(fallen)).toEqual([['rank_left', 20, undefined]])
  expect(await told(risen)).toEqual([['rank_entered', undefined, 19]])
})

test('whose counted video was withdrawn, with another one left below, is not told so either; who was passed is', async () => {
  const month = await openMarch()
  const videos: StageVideo[] = []
  for (let n = 0; n < 25; n++) videos.push(await addVideo(month))
  for (const [index, video] of videos.entries()) await setVotes(video, 100 - index)
  const [best, passed, risen, next] = [videos[0], videos[19], videos[23], videos[24]]
  if (!best || !passed || !risen || !next) throw new Error('too few')
  // Each has a second one: the first dancer's is all that will be left, the other's is withdrawn and never counted.
  await setVotes(await addVideo(month, { dancerId: best.dancerId }), 3)
  const unseen = await addVideo(month, { dancerId: passed.dancerId })
  await setVotes(unseen, 2)
  expect(await at(noon, tellRanks)).toBe(0)
  const withdraw = (video: StageVideo, moment: Date) =>
    db().query(
      `UPDATE video SET status = 'rejected', withdrawn_at = $2, withdrawn_because = 'video_withdrawn' WHERE id = $1`,
      [video.id, moment],
    )
  for (const video of [best, unseen]) await withdraw(video, addSeconds(noon, 1_800))
  for (const video of [risen, next]) await setVotes(video, 150)
  await at(addSeconds(noon, 3_600), tellRanks)
  const told = async ({ dancerId }: StageVideo) =>
    (await toldTo(dancerId)).map(({ template, data: { from, to } }) => [template, from, to])
  expect(await told(best)).toEqual([])
  expect(await told(passed)).toEqual([['rank_left', 20, undefined]])
})

test('on the day before the last one dancers hear which tracks have no video, and only they', async () => {
  const month = await openMarch()
  const { dancerId: done, id: videoId } = await addVideo(month)
  const late = await addPerson('dancer')
  // A second track to assign.
  await addVideo(month)
  const assign = async (dancerId: string) => {
    const id = newId()
    await db().query(
      `INSERT INTO track_assignment (id, challenge_id, dancer_id, track_id, seed)
        SELECT $1, $2, $3, id, '' FROM track WHERE NOT EXISTS (SELECT 1 FROM track_assignment a
          WHERE a.track_id = track.id AND a.dancer_id = $3) LIMIT 1`,
      [id, month.id, dancerId],
    )
    return id
  }
  await db().query('UPDATE video SET assignment_id = $2 WHERE id = $1', [videoId, await assign(done)])
  for (let n = 0; n < 2; n++) await assign(late)
  expect(await at(nairobiTime(2027, 3, 29, 20), tellClosing)).toBe(0)
  for (const hour of [8, 9]) expect(await at(nairobiTime(2027, 3, 30, hour), tellClosing)).toBe(1)
  const news = (ends_at: string) => ({
    kind: 'submission_closes',
    template: 'submission_closes',
    data: { challenge: 'March', missing: 2, ends_at },
  })
  expect(await toldTo(late)).toEqual([news('2027-03-31T21:00:00.000Z')])
  expect(await toldTo(done)).toEqual([])
  // The day is the same, the hour is another.
  await db().query('UPDATE challenge SET submissions_end_at = $2 WHERE id = $1', [
    month.id,
    nairobiTime(2027, 3, 31, 15),
  ])
  for (const hour of [10, 11]) expect(await at(nairobiTime(2027, 3, 30, hour), tellClosing)).toBe(1)
  expect(await toldTo(late)).toEqual([news('2027-03-31T21:00:00.000Z'), news('2027-03-31T12:00:00.000Z')])
})

test('a result is told to everybody with a place, and to voters who confirmed that they want it', async () => {
  const month = await openMarch()
  const places = [await addVideo(month), await addVideo(month)]
  const [ahead, behind] = places
  if (!ahead || !behind) throw new Error('nobody')
  await setVotes(behind, 3)
  // Nobody wins without votes.
  await setVotes(ahead, 0)
  await db().query('UPDATE challenge SET prize_per_winner = 0 WHERE id = $1', [month.id])
  const follow = (body: object, id = month.id) =>
    at(noon, () => ask(contract.notifications.followResult, null, { params: { id }, body }))
  const confirm = (token: string) =>
    at(noon, () => ask(contract.notifications.confirmFollow, null, { body: { token } }))

  // Whoever enters an address is answered the same, and the address is mailed no more than three times a day.
  for (let n = 0; n < 5; n++)
    expect(await follow({ email: 'Voter@Example.test', locale: 'sw' })).toMatchObject({
      status: 202,
      body: { state: 'confirm' },
    })
  await follow({ email: 'silent@example.test' })
  await follow({ email: 'gone@example.test' })
  const jobs = (await queue('mail').getWaiting()).filter(({ name }) => name === 'ask-follower')
  expect(jobs).toHaveLength(5)
  for (const { data } of jobs) await askFollower(data)
  const tokenFor = async (email: string) => /token=(\S+)/.exec((await untilMailed(email)).text)?.[1] ?? ''
  expect((await mailsTo('voter@example.test'))[0]?.subject).toContain('matokeo ya March')
  const token = await tokenFor('voter@example.test')
  expect(await confirm(`${token}0`)).toMatchObject({ status: 400, body: { code: 'bad_link' } })
  for (let n = 0; n < 2; n++) expect((await confirm(token)).body).toEqual({ challenge: 'March' })
  await confirm(await tokenFor('gone@example.test'))
  const browser = service.newBrowser()
  expect((await follow({ push: browser.device })).body).toEqual({ state: 'following' })
  expect((await follow({})).status).toBe(400)

  const closedAt = addSeconds(month.endsAt, 3_600)
  await at(closedAt, () => transaction((tx) => closeWhenSettled(tx, month.id, closedAt)))
  const result = { kind: 'month_result', template: 'month_result' }
  const facts = { challenge: 'March', challenge_id: month.id }
  expect(await toldTo(behind.dancerId)).toEqual([{ ...result, data: { ...facts, rank: 1, votes: 3 } }])
  expect(await toldTo(ahead.dancerId)).toEqual([{ ...result, data: { ...facts, rank: 2, votes: 0 } }])
  expect(await follow({ email: 'late@example.test' })).toMatchObject({
    status: 409,
    body: { code: 'result_is_there' },
  })

  // It is one in the morning: they hear of it at seven.
  await at(closedAt, () => deliverDue())
  expect([await mailsTo('voter@example.test'), browser.received].map((all) => all.length)).toEqual([3, 0])
  const [gone] = await rows<{ id: string }>(
    db(),
    "SELECT id FROM result_follower WHERE email = 'gone@example.test'",
  )
  const { unsubscribeToken } = await import('#lib/domain/notifications/links.ts')
  const body = { token: unsubscribeToken({ who: 'follower', id: gone?.id ?? '' }) }
  expect((await ask(contract.notifications.unsubscribe, null, { body })).body).toEqual({ stopped: [] })
  const morning = nairobiTime(2027, 4, 1, 7)
  await Promise.all([1, 2].map(() => at(morning, () => deliverDue())))
  await at(addSeconds(morning, 3_600), () => deliverDue())
  const mail = await untilMailed('voter@example.test', 4)
  expect(mail.subject).toBe('Matokeo ya March yametoka')
  expect(mail.text).toContain(`/results/${month.id}`)
  expect((await rawHeaders(mail)).get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(browser.received.map(({ title }) => title)).toEqual(['The result of March is out'])
  const all = await Promise.all(
    ['voter@example.test', 'gone@example.test', 'silent@example.test'].map(mailsTo),
  )
  expect(all.map(({ length }) => length)).toEqual([4, 1, 1])

  // Told and forgotten; what was never confirmed goes after three days.
  await at(morning, () => purgeNotifications(addSeconds(morning, 4 * 86_400)))
  expect(await rows(db(), 'SELECT id FROM result_follower WHERE challenge_id = $1', [month.id])).toEqual([])
})
