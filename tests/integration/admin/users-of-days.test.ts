// Users who joined in some days: listed, added up and taken away as a file (docs/api.md, Admin).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, downloads } from '#lib/contract/all.ts'
import { parseCsv } from '#lib/contract/csv.ts'
import { nairobiTime } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { type JoinedKey, readUsersBefore } from '#lib/domain/overview/users.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

let admin: SignedIn
beforeAll(async () => {
  admin = await signInAs('super_admin')
  // At the edges of 10 May in Nairobi.
  await addPerson('Amina before', 'dancer', nairobiTime(2026, 5, 9, 23, 59), 100_00n)
  await addPerson('Amina first', 'dancer', nairobiTime(2026, 5, 10), 200_50n)
  await addPerson('Barasa last', 'copyright_owner', nairobiTime(2026, 5, 10, 23, 59), 400_00n)
  await addPerson('Barasa officer', 'compliance_officer', nairobiTime(2026, 5, 10, 12), null)
  await addPerson('Amina after', 'dancer', nairobiTime(2026, 5, 11), 800_00n)
})
afterAll(() => Promise.all([closeDb(), closeRedis()]))

/** With so many cents in the wallet, KES 50 of them held. */
async function addPerson(
  username: string,
  role: 'dancer' | 'copyright_owner' | 'compliance_officer',
  joinedAt: Date,
  cents: bigint | null,
): Promise<void> {
  const { id } = await createPerson(role, { username, displayName: username })
  await db().query(`UPDATE app_user SET created_at = $2, phone_number = '254712345678' WHERE id = $1`, [
    id,
    joinedAt,
  ])
  if (cents !== null)
    await asOwner((owner) =>
      owner.query('UPDATE account SET posted = $2, held = 5000 WHERE owner_id = $1', [id, cents]),
    )
}

const ofDay = { from: '2026-05-10', to: '2026-05-10' }

async function read(query: Record<string, string>) {
  const answers = []
  for (const call of [contract.admin.users, contract.admin.userTotals]) {
    const response = await send((await loadRoute(call)).GET, { access: admin.access, query })
    expect(response.status).toBe(200)
    answers.push(await response.json())
  }
  const list = contract.admin.users.answer.parse(answers[0])
  return {
    list,
    names: list.results.map(({ username }) => username).reverse(),
    totals: contract.admin.userTotals.answer.parse(answers[1]),
  }
}

test.each([
  [ofDay, ['Amina first', 'Barasa officer', 'Barasa last'], { balance: 500.5, held: 100 }],
  [
    { to: '2026-05-10' },
    ['Amina before', 'Amina first', 'Barasa officer', 'Barasa last'],
    { balance: 550.5, held: 150 },
  ],
  [{ ...ofDay, role: 'dancer' }, ['Amina first'], { balance: 150.5, held: 50 }],
  [{ ...ofDay, search: 'barasa' }, ['Barasa officer', 'Barasa last'], { balance: 350, held: 50 }],
  [{ ...ofDay, state: 'inactive' }, [], { balance: 0, held: 0 }],
  [
    { from: '2026-05-10', to: '2026-05-11', search: 'amina' },
    ['Amina first', 'Amina after'],
    { balance: 900.5, held: 100 },
  ],
] as const)('are %j', async (query, names, wallets) => {
  const shown = await read(query)
  expect(shown.names).toEqual(names)
  expect(shown.list.count).toBe(names.length)
  expect(shown.totals).toEqual({ people: names.length, ...wallets })
})

test('are added up on every page, and without filters as the overview counts them', async () => {
  const { list, totals } = await read({ ...ofDay, page: '2', page_size: '1' })
  expect(list).toMatchObject({ count: 3, results: [{ username: 'Barasa officer' }] })
  expect(list.next).toContain('page=3')
  expect(list.next).toContain('from=2026-05-10')
  expect(totals.people).toBe(3)
  const all = await read({})
  expect(all.totals.people).toBe(all.list.count)
})

test('are a file with masked phones, on record with its filters', async () => {
  const route = await loadRoute(downloads.users)
  const response = await send(route.GET, { access: admin.access, query: { ...ofDay, role: 'dancer' } })
  expect(response.status).toBe(200)
  const [heading = [], ...lines] = parseCsv(await response.text()) ?? []
  expect(lines).toHaveLength(1)
  const line = Object.fromEntries(heading.map((name, place) => [name, lines[0]?.[place]]))
  expect(line).toMatchObject({
    joined_at_nairobi: '2026-05-10 00:00:00',
    username: 'Amina first',
    phone: '0712•••678',
    role: 'dancer',
    state: 'active',
    balance_kes: '150.5',
    held_kes: '50',
  })
  const [last] = await rows<{ action: string; actor_id: string; after: unknown }>(
    db(),
    'SELECT action, actor_id, after FROM audit_event ORDER BY id DESC LIMIT 1',
  )
  expect(last).toEqual({
    action: 'users.exported',
    actor_id: admin.user.id,
    after: { ...ofDay, role: 'dancer' },
  })
})

test('are read part by part in a file, each once, those who joined last first', async () => {
  const filters = { search: '', to: '2026-05-11' }
  const names: string[] = []
  let before: JoinedKey | null = null
  for (let part = 0; part < 3; part += 1) {
    const found: Awaited<ReturnType<typeof readUsersBefore>> = await readUsersBefore(filters, before, 2)
    names.push(...found.map(({ username }) => username))
    before = found.at(-1) ?? before
  }
  expect(names).toEqual(['Amina after', 'Barasa last', 'Barasa officer', 'Amina first', 'Amina before'])
})

test('refuse days that are none', async () => {
  for (const call of [contract.admin.users, contract.admin.userTotals, downloads.users]) {
    const route = await loadRoute(call)
    expect((await send(route.GET, { access: admin.access, query: { from: '2026-5-1' } })).status).toBe(400)
  }
})
