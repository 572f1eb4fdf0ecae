// Files of lists are read in parts while rows change: each row is in the file once.
import { afterAll, expect, test } from 'vitest'
import { closeDb, db, firstRow } from '#lib/core/db.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { exportCashJournals } from '#lib/domain/cash/queries.ts'
import { exportDisputes } from '#lib/domain/disputes/file.ts'
import { exportPersonRecords } from '#lib/domain/people/records.ts'
import { asOwner } from '#tests/support/owner.ts'
import { signInAs } from '#tests/support/people.ts'

afterAll(() => Promise.all([closeDb(), closeRedis()]))

const { user: admin } = await signInAs('super_admin')
const by = { actor: admin, address: '127.0.0.1' }
const noFilters = { kind: undefined, status: undefined, from: undefined, to: undefined, search: '' }
type Lines = AsyncGenerator<readonly (readonly (string | number)[])[]>

const MANY = 1_200

/** Reads a column of a file, and changes rows after its first part. */
async function columnOf(lines: Lines, place: number, change: string, values: unknown[]): Promise<unknown[]> {
  const first = await lines.next()
  const found = first.done ? [] : first.value.map((line) => line[place])
  expect(found.length).toBeLessThan(MANY)
  await asOwner((owner) => owner.query(change, values))
  for await (const part of lines) found.push(...part.map((line) => line[place]))
  return found
}

async function expectEachOnce(found: unknown[]): Promise<void> {
  expect(found).toHaveLength(MANY)
  expect(new Set(found).size).toBe(MANY)
}

test('cash journals that are decided while the file is read', async () => {
  await asOwner((owner) =>
    owner.query(
      `INSERT INTO cash_journal (id, reference, kind, place, amount, bank, note, happened_at, state, proposed_by, proposed_at)
        SELECT gen_random_uuid(), 'J' || n, 'bank_charge', 'bank', 100, -100, 'Fee', now() - n % 7 * interval '1 hour', 'waiting', $1, now()
        FROM generate_series(1, ${MANY}) AS n`,
      [admin.id],
    ),
  )
  const decide = `UPDATE cash_journal SET state = 'rejected', decided_by = $1, decided_at = now() WHERE substr(reference, 2)::int % 3 = 0`
  await expectEachOnce(await columnOf(await exportCashJournals(noFilters, by), 1, decide, [admin.id]))
})

test('disputes that are closed or get another due date while the file is read', async () => {
  await asOwner((owner) =>
    owner.query(
      `INSERT INTO dispute (id, reference, kind, origin, phone, due_at, created_at)
        SELECT gen_random_uuid(), 'D' || n, 'not_me', 'desk', '2547110' || 10000 + n, now() + n * interval '1 minute',
          now() - n % 7 * interval '1 hour' FROM generate_series(1, ${MANY}) AS n`,
    ),
  )
  const query = { status: 'all', kind: '', from: undefined, to: undefined, search: '' } as const
  const change = `UPDATE dispute SET due_at = due_at + interval '30 days' WHERE substr(reference, 2)::int % 3 = 0`
  await expectEachOnce(await columnOf(await exportDisputes(query, by), 1, change, []))
})

test('mails of a person that are sent while the file is read', async () => {
  const { user } = await signInAs('dancer')
  await asOwner((owner) =>
    owner.query(
      `INSERT INTO sent_mail (id, user_id, template, is_refused, sent_at)
        SELECT gen_random_uuid(), $1, 'welcome', false, now() - n % 7 * interval '1 hour' FROM generate_series(1, ${MANY}) AS n`,
      [user.id],
    ),
  )
  const lines = await exportPersonRecords(
    user.id,
    { ...noFilters, kind: '', state: '', section: 'letters' },
    by,
  )
  // As from a worker whose mail took long.
  const change = `INSERT INTO sent_mail (id, user_id, template, is_refused, sent_at)
    SELECT gen_random_uuid(), $1, 'welcome', false, now() - interval '1 second' FROM generate_series(1, 40)`
  await expectEachOnce(await columnOf(lines, 1, change, [user.id]))
  expect(
    await firstRow(db(), 'SELECT count(*)::int AS n FROM sent_mail WHERE user_id = $1', [user.id]),
  ).toEqual({
    n: MANY + 40,
  })
})
