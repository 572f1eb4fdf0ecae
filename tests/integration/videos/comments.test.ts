import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import type { Comment } from '#lib/contract/comments/calls.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { changeVideo } from '#tests/support/feed.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'

let month: Month
let video: StageVideo
let author: SignedIn
let other: SignedIn
beforeAll(async () => {
  month = await openMonth()
})
beforeEach(async () => {
  video = await addVideo(month)
  // Their own in each test: a person's pace is limited.
  author = await signInAs('dancer')
  other = await signInAs('copyright_owner')
})

type More = {
  as?: SignedIn | undefined
  query?: Record<string, string>
  params?: Record<string, string>
  headers?: Record<string, string>
}

async function call(one: Call, body?: unknown, { as, query, params, headers }: More = {}) {
  const route = await loadRoute(one)
  const response = await send(route[one.method], {
    method: one.method,
    params: { id: video.id, ...params },
    query,
    body,
    headers,
    access: as?.access,
    address: newAddress(),
  })
  const text = await response.text()
  return { status: response.status, json: text ? JSON.parse(text) : null }
}

/** Puts comments there without the limit of a person's pace. */
async function fill(count: number, as = author): Promise<void> {
  await db().query(
    `INSERT INTO comment (video_id, author_id, text, created_at)
      SELECT $1, $2, 'Comment ' || n, now() - n * interval '1 second' FROM generate_series(1, $3::int) AS n`,
    [video.id, as.user.id, count],
  )
  await changeVideo(video, { comment_count: count })
}

const post = (text: unknown, as: SignedIn | undefined = author) =>
  call(contract.comments.post, { text }, { as })
const list = (query = {}) => call(contract.comments.list, undefined, { query })
const remove = (comment: { id: string }, as?: SignedIn) =>
  call(contract.comments.remove, undefined, { as, params: { commentId: comment.id } })
const report = (comment: { id: string }, as?: SignedIn, reason?: unknown) =>
  call(contract.comments.report, { reason }, { as, params: { commentId: comment.id } })

async function countOf(): Promise<number> {
  const row = await firstRow<{ comment_count: number }>(
    db(),
    'SELECT comment_count FROM video WHERE id = $1',
    [video.id],
  )
  return row?.comment_count ?? -1
}

describe('a comment', () => {
  test('is there for everybody at once, with who wrote it, and counted on the video', async () => {
    const answer = await post('  Sijawahi ona! 🔥  ')
    expect(answer).toMatchObject({
      status: 201,
      json: {
        text: 'Sijawahi ona! 🔥',
        author: {
          id: author.user.id,
          username: author.user.username,
          display_name: 'Amina Wanjiru Odhiambo',
        },
      },
    })
    expect(await list()).toMatchObject({
      status: 200,
      json: { count: 1, next: null, results: [answer.json] },
    })
    expect(await countOf()).toBe(1)
  })

  test('is there once, however often it is sent because no answer came', async () => {
    const headers = { 'Idempotency-Key': 'moto-moto' }
    const sendIt = () => call(contract.comments.post, { text: 'Moto!' }, { as: author, headers })
    const [first, again] = [await sendIt(), await sendIt()]
    expect(first.status).toBe(201)
    expect(again).toEqual(first)
    expect(await list()).toMatchObject({ json: { count: 1, results: [{ text: 'Moto!' }] } })
  })

  test.each(['', '   ', '\n\t', '\u200b\u2063', '\u3164', '\u2800', undefined, null, 7])(
    '%j is no comment',
    async (text) => {
      expect(await post(text)).toMatchObject({
        status: 400,
        json: { errors: { text: ['A comment requires non-blank text.'] } },
      })
      expect(await countOf()).toBe(0)
    },
  )

  test('has up to 500 characters', async () => {
    expect((await post('x'.repeat(500))).status).toBe(201)
    expect(await post('x'.repeat(501), other)).toMatchObject({
      status: 400,
      json: { errors: { text: ['Use at most 500 characters.'] } },
    })
  })

  test('needs a login, and a video that is approved', async () => {
    expect(await call(contract.comments.post, { text: 'Hi' })).toMatchObject({ status: 401 })
    await changeVideo(video, { status: 'rejected' })
    expect(await post('Hi')).toMatchObject({ status: 404 })
    expect(await list()).toMatchObject({ status: 404 })
    video = { ...video, id: newId() }
    expect(await post('Hi')).toMatchObject({ status: 404 })
  })

  test('is one of at most six a minute', async () => {
    const quick = await signInAs('dancer')
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => post(`Again ${n}`, quick)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    expect(await countOf()).toBe(6)
  })
})

test('comments come newest first, in pages that neither repeat nor skip one', async () => {
  await fill(45)
  const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page })))
  const found = pages.flatMap(({ json }) => json.results as Comment[])
  expect(found.map(({ text }) => text)).toEqual(Array.from({ length: 45 }, (_, n) => `Comment ${n + 1}`))
  expect(pages.map(({ json }) => [json.count, json.previous !== null, json.next !== null])).toEqual([
    [45, false, true],
    [45, true, true],
    [45, true, false],
  ])
  expect(await list({ page: '4' })).toMatchObject({
    status: 404,
    json: { detail: 'This page doesn’t exist.' },
  })
})

describe('taking a comment away', () => {
  test('is for its author and for officers, once; the row stays', async () => {
    const { json: mine } = await post('Mine')
    const { json: second } = await post('Second')
    expect(await remove(mine)).toMatchObject({ status: 401 })
    expect(await remove(mine, other)).toMatchObject({ status: 403 })
    expect(await countOf()).toBe(2)
    expect((await remove(mine, author)).status).toBe(204)
    expect(await remove(mine, author)).toMatchObject({ status: 404 })
    expect(await countOf()).toBe(1)
    const officer = await signInAs('compliance_officer')
    expect((await remove(second, officer)).status).toBe(204)
    expect(await list()).toMatchObject({ json: { count: 0, results: [] } })
    expect(await rows(db(), 'SELECT text FROM comment WHERE video_id = $1 ORDER BY id', [video.id])).toEqual([
      { text: 'Mine' },
      { text: 'Second' },
    ])
    const audited = await rows(db(), `SELECT action, subject_id FROM audit_event WHERE actor_id = $1`, [
      officer.user.id,
    ])
    expect(audited).toEqual([{ action: 'comment.removed', subject_id: second.id }])
  })

  test('does not reach through another video', async () => {
    const { json: mine } = await post('Mine')
    const here = video
    video = await addVideo(month)
    expect(await remove(mine, author)).toMatchObject({ status: 404 })
    expect(await report(mine, other)).toMatchObject({ status: 404 })
    video = here
    expect(await countOf()).toBe(1)
  })

  test('at the same moment from two places counts once', async () => {
    const { json: mine } = await post('Mine')
    const answers = await Promise.all([remove(mine, author), remove(mine, author), remove(mine, author)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
    expect(await countOf()).toBe(0)
  })
})

describe('a report', () => {
  test('is taken once from each person, and not about oneself', async () => {
    await fill(1)
    const { json } = await list()
    const [found] = json.results as Comment[]
    const it = found ?? { id: '' }
    expect(await report(it, undefined)).toMatchObject({ status: 401 })
    expect(await report(it, author)).toMatchObject({ status: 409, json: { code: 'own_comment' } })
    expect(await report(it, other, 'Insults')).toMatchObject({ status: 201 })
    expect(await report(it, other)).toMatchObject({ status: 409, json: { code: 'already_reported' } })
    expect((await report(it, await signInAs('dancer'))).status).toBe(201)
    expect(await rows(db(), 'SELECT reason FROM comment_report ORDER BY created_at')).toEqual([
      { reason: 'Insults' },
      { reason: '' },
    ])
    expect(await report(it, other, 'x'.repeat(301))).toMatchObject({ status: 400 })
  })
})
