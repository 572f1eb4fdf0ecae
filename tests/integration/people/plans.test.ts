// The pages of people and payers among many rows: each section finds those of its person or phone by indexes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payerSections as payerNames, personSections as personNames } from '#lib/contract/people/constants.ts'
import { closeDb, db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { payerSections } from '#lib/domain/people/payer-sections.ts'
import { personSections } from '#lib/domain/people/person-sections.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson } from '#tests/support/people.ts'

const PHONE = '254711000007'
let person: Awaited<ReturnType<typeof createPerson>>
afterAll(() => Promise.all([closeDb(), closeRedis()]))

beforeAll(async () => {
  person = await createPerson('dancer')
  const month = await openMonth()
  const videos = await Promise.all(Array.from({ length: 40 }, () => addVideo(month)))
  const rows = 20_000
  const phone = `'2547110' || lpad((n % 5000)::text, 5, '0')`
  const uuid = (kind: number) =>
    `lpad(to_hex(${kind}), 8, '0')::text || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0')`
  await asOwner(async (owner) => {
    const add = (sql: string) => owner.query(`${sql} FROM generate_series(1, ${rows}) AS n`)
    await owner.query(
      `INSERT INTO app_user (id, username, email, password_hash, role)
        SELECT (${uuid(1)})::uuid, 'many' || n, 'many' || n || '@ngoma.test', '-', 'dancer' FROM generate_series(1, 2000) AS n`,
    )
    const someone = `('00000001-0000-7000-8000-' || lpad(to_hex(n % 2000 + 1), 12, '0'))::uuid`
    await add(`INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, created_at)
      SELECT (${uuid(2)})::uuid, (CASE WHEN n % 4 = 0 THEN 'topup' ELSE 'gift' END)::payment_purpose, 'credited', 5000, ${phone}, 'P' || n, now()`)
    await add(`INSERT INTO topup (intent_id, owner_id, account_id) SELECT (${uuid(2)})::uuid, ${someone}, 1`)
    await owner.query(
      `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
          device_fingerprint, created_at)
        SELECT i.id, v.id, v.challenge_id, 1, 1, 1, i.phone, 's', 'd', now()
        FROM (SELECT *, row_number() OVER () % $2 + 1 AS place FROM payment_intent WHERE purpose = 'gift') i
        JOIN video v ON v.id = ($1::uuid[])[i.place]`,
      [videos.map(({ id }) => id), videos.length],
    )
    await add(`INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, phone, paid_at)
      SELECT 'R' || lpad(n::text, 9, '0'), 'credited', (${uuid(2)})::uuid, 5000, 'callback', ${phone}, now()`)
    await add(
      `INSERT INTO daraja_request (id, intent_id, operation, request) SELECT (${uuid(3)})::uuid, (${uuid(2)})::uuid, 'stk_push', '{}'`,
    )
    await add(`INSERT INTO refund (id, reference, receipt, intent_id, amount, method)
      SELECT (${uuid(4)})::uuid, 'F' || n, 'R' || lpad(n::text, 9, '0'), (${uuid(2)})::uuid, 5000, 'reversal'`)
    await add(`INSERT INTO sent_mail SELECT (${uuid(5)})::uuid, ${someone}, 'welcome', false, now()`)
    await add(`INSERT INTO desk_letter (id, user_id, topic, text, written_by, created_at)
      SELECT (${uuid(5)})::uuid, ${someone}, 'account', 't', ${someone}, now()`)
    await add(
      `INSERT INTO comment (id, video_id, author_id, text) SELECT (${uuid(6)})::uuid, '${videos[0]?.id}', ${someone}, 't'`,
    )
    await add(
      `INSERT INTO comment_report (comment_id, reporter_id) SELECT (${uuid(6)})::uuid, ('00000001-0000-7000-8000-' || lpad(to_hex((n * 7) % 2000 + 1), 12, '0'))::uuid`,
    )
    await add(`INSERT INTO session (id, user_id, expires_at) SELECT (${uuid(7)})::uuid, ${someone}, now()`)
    await owner.query('ANALYZE')
  })
})

/** Tables that have many rows here, and what reads the whole of one. */
const many =
  /Seq Scan on (?:payment_intent|topup|gift|mpesa_receipt|daraja_request|refund|sent_mail|desk_letter|comment|comment_report|session)\b/g

async function readsWhole(query: { explain(): Promise<Record<string, unknown>[]> }): Promise<string[]> {
  const lines = (await query.explain()).map((line) => String(line['QUERY PLAN']))
  return [...lines.join('\n').matchAll(many)].map(([found]) => found)
}

test.each(personNames)('%s of a person', async (section) => {
  const books = kysely(db())
  const rows = personSections[section](books, { id: person.id, role: 'dancer' })
  expect(await readsWhole(books.selectFrom(rows.as('r')).selectAll())).toEqual([])
})

test.each(payerNames)('%s of a phone', async (section) => {
  const books = kysely(db())
  expect(
    await readsWhole(books.selectFrom(payerSections[section](books, PHONE).as('r')).selectAll()),
  ).toEqual([])
})
