// The list of everybody who has an account: for super admins alone, read only, and no more than they may see.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserItem, UsersPage } from '#lib/contract/accounts/user-list.ts'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, rows, runTransaction } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { foundUsers } from '#lib/domain/accounts/named-users.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { readOverview } from '#lib/domain/overview/queries.ts'
import { readComplianceStats } from '#lib/domain/review/stats.ts'
import { newForm, prepareKyc } from '#tests/support/kyc.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'

let admin: SignedIn
beforeAll(async () => {
  admin = await signInAs('super_admin')
})
afterAll(async () => {
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

async function list(query: Record<string, string> = {}): Promise<UsersPage> {
  const { status, body } = await ask(contract.admin.users, admin, { query })
  expect(status, JSON.stringify(body)).toBe(200)
  return contract.admin.users.answer.parse(body)
}
const found = async (query: Record<string, string>) =>
  (await list({ page_size: '100', ...query })).results.map(({ id }) => id)
const set = (id: string, sql: string) => rows(db(), `UPDATE app_user SET ${sql} WHERE id = $1`, [id])

async function earn(ownerId: string, cents: bigint): Promise<void> {
  const [wallet] = await rows<{ id: bigint }>(db(), 'SELECT id FROM account WHERE owner_id = $1', [ownerId])
  const collection = systemAccount(await systemAccounts(), 'mpesa_collection')
  const entries = [
    { accountId: collection, amount: -cents },
    { accountId: wallet?.id ?? 0n, amount: cents },
  ]
  const what = { key: `test:${newId()}`, type: 'topup', sourceType: 'test', sourceId: newId(), actor: 'test' }
  await postJournals(db(), [{ ...what, occurredAt: new Date(), entries }])
}

describe('the list of users', () => {
  test('says who somebody is, how they stand and what their wallet holds, and no secret of theirs', async () => {
    const dancer = await signInAs('dancer')
    const { id, username, email } = dancer.user
    await prepareKyc(dancer, newForm())
    await set(id, `phone_number = '254712345678'`)
    await earn(id, 125_050n)
    await asOwner((owner) => owner.query('UPDATE account SET held = 25000 WHERE owner_id = $1', [id]))
    const { count, next, previous, results } = await list({ search: email })
    expect({ count, next, previous, results }).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          ...{ id, username, email },
          display_name: expect.any(String),
          phone_number: '254712•••678',
          role: 'dancer',
          state: 'active',
          kyc_status: 'pending',
          has_revocation: false,
          wallet_balance: 1_000.5,
          wallet_held: 250,
          created_at: expect.any(String),
          last_active_at: expect.any(String),
        } satisfies UserItem,
      ],
    })
    expect((await list({ search: admin.user.email })).results).toMatchObject([
      { role: 'super_admin', kyc_status: null, wallet_balance: null, wallet_held: null, phone_number: '' },
    ])
    await asOwner((owner) => owner.query('UPDATE account SET held = 0 WHERE owner_id = $1', [id]))
  })

  test('is narrowed to those whose identity somebody proposes to revoke, who have a mark', async () => {
    const { id } = await createPerson('dancer')
    const revocation = (state: string) =>
      rows(
        db(),
        `INSERT INTO identity_revocation (id, user_id, reason, state, proposed_by, proposed_at)
          VALUES ($1, $2, 'Another’s', $3::identity_revocation_state, $4, now())`,
        [newId(), id, state, admin.user.id],
      )
    await revocation('rejected')
    expect(await list({ state: 'revocation' })).toMatchObject({ count: 0, results: [] })
    await revocation('waiting')
    for (const ordering of ['-created_at', '-wallet_balance'])
      expect(await list({ state: 'revocation', ordering })).toMatchObject({
        count: 1,
        results: [{ id, has_revocation: true, state: 'active' }],
      })
    expect(await found({ state: 'revocation', role: 'copyright_owner' })).toEqual([])
  })

  test('finds a part of a name or email, and a whole phone however it is written, but no part of one', async () => {
    const { id, email, username } = await createPerson('copyright_owner', {
      displayName: 'Otieno 100% Beats',
    })
    await set(id, `phone_number = '254798765432'`)
    for (const search of [
      email.slice(3).toUpperCase(),
      email.slice(3, -2),
      username.slice(-8),
      'TIENO 100% b',
      '100%',
    ])
      expect(await found({ search }), search).toEqual([id])
    for (const search of [
      '254798765432',
      '0798 765 432',
      '+254798765432',
      '\u202a00254 798\u2013765\u2013432\u202c',
    ])
      expect(await found({ search }), search).toEqual([id])
    expect(await found({ search: '98765' })).toEqual([])
    expect(await found({ search: `${email}.uk` })).toEqual([])
    expect(await found({ search: '1_0%' })).toEqual([])
  })

  test('finds them by indexes, however many there are', async () => {
    const plan = await runTransaction(async (on) => {
      // The few rows of a test would be read whole.
      await rows(on, 'SET LOCAL enable_seqscan = off')
      const explained = ['amina', '254712345678'].map((typed) =>
        kysely(on).selectFrom('appUser').where('id', 'in', foundUsers(typed)).select('id').explain(),
      )
      const plans = await Promise.all(explained)
      return plans.flatMap((plan) => plan.map((row) => row['QUERY PLAN'])).join('\n')
    })
    for (const index of ['app_user_words', 'profile_display_name_words', 'app_user_phone_digits'])
      expect(plan).toContain(`${index}_idx`)
    expect(plan).not.toContain('Seq Scan')
  })

  test('keeps states and roles apart, and without a state has everybody whom the overview counts', async () => {
    const mark = `States ${newId().slice(-8)}`
    const person = async (name: string, sql?: string) => {
      const { id } = await createPerson('dancer', { username: `${mark} ${name}` })
      if (sql) await set(id, sql)
      return id
    }
    const active = await person('active')
    const unverified = await person('unverified', 'is_email_verified = false')
    const inactive = await person('inactive', 'is_active = false')
    const erased = await person('erased', 'is_active = false, is_email_verified = false, deleted_at = now()')
    const is = { active, unverified, inactive, erased }
    for (const [state, id] of Object.entries(is)) {
      expect(await found({ search: mark, state }), state).toEqual([id])
      expect((await list({ search: mark, state })).results).toMatchObject([{ state }])
    }
    expect((await found({ search: mark })).sort()).toEqual([active, unverified, inactive].sort())
    expect(await found({ search: mark, role: 'copyright_owner' })).toEqual([])
    expect(await found({ search: mark, role: 'DANCER', state: 'Active' })).toEqual([active])

    const overview = await readOverview()
    expect((await list()).count).toBe(overview.total_users)
    for (const [role, count] of Object.entries(overview.users_by_role))
      expect((await list({ role })).count, role).toBe(count)
  })

  test('is paged and ordered, by wallet as well, those without one last', async () => {
    const mark = `Order ${newId().slice(-8)}`
    const ids: string[] = []
    for (const [index, cents] of [5_000n, 0n, 90_000n].entries()) {
      const { id } = await createPerson('dancer', { username: `${mark} ${index}` })
      if (cents > 0n) await earn(id, cents)
      ids.push(id)
    }
    const { id: officer } = await createPerson('compliance_officer', { username: `${mark} officer` })
    const [first, second, third] = ids
    const ordered = (ordering: string) => found({ search: mark, ordering })
    expect(await ordered('-wallet_balance')).toEqual([third, first, second, officer])
    expect(await ordered('wallet_balance')).toEqual([second, first, third, officer])
    expect(await ordered('username')).toEqual([first, second, third, officer])
    expect(await ordered('nonsense')).toEqual([officer, third, second, first])
    const page = await list({ search: mark, page: '2', page_size: '3' })
    expect(page).toMatchObject({ count: 4, next: null, results: [{ id: first }] })
    expect(page.previous).toContain('/api/admin/users/?page=1&search=')
    expect((await ask(contract.admin.users, admin, { query: { search: mark, page: '9' } })).status).toBe(404)
    for (const [name, wrong] of [
      ['role', 'boss'],
      ['state', 'asleep'],
    ] as const)
      expect((await ask(contract.admin.users, admin, { query: { [name]: wrong } })).status).toBe(400)
  })

  test('is for super admins alone', async () => {
    expect((await ask(contract.admin.users, null)).status).toBe(401)
    for (const role of ['compliance_officer', 'dancer', 'copyright_owner'] as const)
      expect((await ask(contract.admin.users, await signInAs(role))).status).toBe(403)
  })
})

test('identities that the overview counts are those that the officers’ list and stats have', async () => {
  for (const status of ['under_review', 'approved', 'rejected'])
    for (const isErased of [false, true]) {
      const { id } = await createPerson('dancer')
      await rows(
        db(),
        'UPDATE profile SET kyc_status = $2::kyc_status, kyc_submitted_at = now() WHERE user_id = $1',
        [id, status],
      )
      if (isErased) await set(id, 'deleted_at = now()')
    }
  const [overview, stats] = [await readOverview(), await readComplianceStats()]
  for (const status of ['under_review', 'approved', 'rejected'] as const) {
    const { body } = await ask(contract.compliance.kycSubmissions, admin, { query: { kyc_status: status } })
    expect(body.count, status).toBe(overview[`${status}_kyc_count`])
    expect(stats[status], status).toBe(overview[`${status}_kyc_count`])
  }
})
