// Audit log (docs/api.md, Admin).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { AuditLogPage } from '#lib/contract/audit/calls.ts'
import { nairobiTime, setProcessClock, withClock } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { type AuditRecord, recordAudit } from '#lib/domain/audit/commands.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { addTrack } from '#tests/support/tracks.ts'
import * as csvRoute from '../../../app/api/admin/audit-logs.csv/route.ts'
import * as walletsRoute from '../../../app/api/admin/wallets.csv/route.ts'

let admin: SignedIn
let officer: SignedIn
let dancer: Awaited<ReturnType<typeof createPerson>>

async function recordAt(at: Date, record: Omit<AuditRecord, 'actor'> & { actor?: AuditRecord['actor'] }) {
  const back = setProcessClock(() => at)
  await transaction((tx) => recordAudit(tx, { actor: { id: officer.user.id }, ...record }))
  back()
}

beforeAll(async () => {
  admin = await signInAs('super_admin')
  officer = await signInAs('compliance_officer')
  dancer = await createPerson('dancer')
  await recordAt(nairobiTime(2026, 3, 1, 23, 59, 59), {
    action: 'kyc.approved',
    subject: { type: 'user', id: dancer.id },
    before: { kyc_status: 'under_review' },
    after: { kyc_status: 'approved' },
    address: '10.7.7.7',
  })
  await recordAt(nairobiTime(2026, 3, 2), {
    action: 'kyc.document_viewed',
    subject: { type: 'user', id: dancer.id },
    after: { document_type: 'id_front' },
  })
  await recordAt(nairobiTime(2026, 3, 3, 12), {
    actor: null,
    action: 'challenge.opened',
    subject: { type: 'challenge', id: newId() },
    after: { title: '=HYPERLINK("http://evil.example")' },
  })
})
afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

async function list(query: Record<string, string> = {}): Promise<AuditLogPage> {
  const route = await loadRoute(contract.admin.auditLogs)
  const response = await send(route.GET, { access: admin.access, query })
  expect(response.status).toBe(200)
  return response.json()
}
const actionsOf = async (query: Record<string, string>) =>
  (await list(query)).results.map(({ action_type }) => action_type)

describe('the list', () => {
  test('is as documented, the newest first, and says what changed', async () => {
    const { count, results, actions } = await list()
    expect(count).toBe(3)
    expect(results.map(({ action_type }) => action_type)).toEqual([
      'challenge.opened',
      'kyc.document_viewed',
      'kyc.approved',
    ])
    expect(results[2]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      admin_username: officer.user.username,
      action_type: 'kyc.approved',
      action_type_display: 'KYC approved',
      description: `KYC approved: User ${dancer.username} (kyc status under_review → approved)`,
      affected_resource: `User ${dancer.username}`,
      subject_type: 'user',
      subject_id: dancer.id,
      subject_name: dancer.username,
      subject_amount: null,
      names: {},
      ip_address: '10.7.7.7',
      created_at: '2026-03-01T20:59:59.000Z',
      before: { kyc_status: 'under_review' },
      after: { kyc_status: 'approved' },
      seal: null,
    })
    expect(results[0]).toMatchObject({ admin_username: 'System' })
    expect(actions).toContainEqual({ action_type: 'kyc.approved', action_type_display: 'KYC approved' })
  })

  test('is filtered by who, what, when and any word, and paged', async () => {
    expect(await actionsOf({ actor: officer.user.id })).toHaveLength(2)
    expect(await actionsOf({ actor: officer.user.username.slice(2) })).toHaveLength(2)
    expect(await actionsOf({ actor: 'system' })).toEqual(['challenge.opened'])
    expect(await actionsOf({ action: 'kyc' })).toEqual(['kyc.document_viewed', 'kyc.approved'])
    expect(await actionsOf({ action: 'kyc.approved' })).toEqual(['kyc.approved'])
    expect(await actionsOf({ action: 'ky' })).toEqual([])
    expect(await actionsOf({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['kyc.document_viewed'])
    expect(await actionsOf({ to: '2026-03-01' })).toEqual(['kyc.approved'])
    expect(await actionsOf({ from: '2026-03-03T09:00:00Z', to: '2026-03-03T09:00:00Z' })).toEqual([
      'challenge.opened',
    ])
    expect(await actionsOf({ search: 'under_REVIEW' })).toEqual(['kyc.approved'])
    expect(await actionsOf({ search: dancer.username })).toHaveLength(2)
    expect(await actionsOf({ search: '100%' })).toEqual([])
    const second = await list({ page: '2', page_size: '2', action: 'kyc' }).catch(() => null)
    expect(second).toBeNull()
    expect(await list({ page: '2', page_size: '1', action: 'kyc' })).toMatchObject({
      count: 2,
      next: null,
      previous: expect.stringContaining('action=kyc'),
      results: [{ action_type: 'kyc.approved' }],
    })
  })

  test.each(['yesterday', '2026-13-01', '2026-02-31', '2026-02-31T10:00:00Z', '2026-03-01T99:00:00Z'])(
    'refuses %s as a time',
    async (from) => {
      const route = await loadRoute(contract.admin.auditLogs)
      const response = await send(route.GET, { access: admin.access, query: { from } })
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status: 400,
        body: { errors: { from: [expect.any(String)] } },
      })
    },
  )
})

describe('the file', () => {
  test('has the rows of the filters, is harmless in a spreadsheet, and is itself on record', async () => {
    const response = await send(csvRoute.GET, {
      access: admin.access,
      query: { action: 'challenge' },
      address: '10.8.8.8',
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ngoma-audit-[\d-]+\.csv"$/,
    )
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe(
      'id,created_at,admin_username,action_type,description,affected_resource,ip_address,before,after,seal,position,previous_seal,actor_id,subject_type,subject_id',
    )
    expect(lines[1]).toContain('"{""title"": ""=HYPERLINK(\\""http://evil.example\\"")""}"')
    expect(lines[1]).not.toMatch(/(^|,)"?[=+@-]/)
    expect(
      await rows(db(), `SELECT actor_id, after, address FROM audit_event WHERE action = 'audit.exported'`),
    ).toEqual([{ actor_id: admin.user.id, after: { action: 'challenge' }, address: '10.8.8.8' }])
  })

  test('is refused to everybody else, and for nonsense, without a record', async () => {
    const statuses = [
      await send(csvRoute.GET, {}),
      await send(csvRoute.GET, { access: officer.access }),
      await send(csvRoute.GET, { access: admin.access, query: { from: 'yesterday' } }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 403, 400])
    expect(await rows(db(), `SELECT 1 FROM audit_event WHERE action = 'audit.exported'`)).toHaveLength(1)
  })
})

test('tells the amount of what is money, and the names of the ids among its values', async () => {
  const payout = newId()
  await asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, approve_after)
        VALUES ($1, 'WAUDIT0001', $2, 1, 25000, '254711000222', now())`,
      [payout, dancer.id],
    )
  })
  await recordAt(nairobiTime(2026, 2, 1), {
    action: 'payout.approved',
    subject: { type: 'payout', id: payout },
    after: { proposed_by: dancer.id, approvals: [{ by: officer.user.id }], other: newId() },
  })
  const [row] = (await list({ from: '2026-02-01', to: '2026-02-01' })).results
  expect(row).toMatchObject({ subject_name: 'WAUDIT0001', subject_amount: 250 })
  expect(row?.names).toEqual({ [dancer.id]: dancer.username, [officer.user.id]: officer.user.username })
})

test('finds the references, amounts and titles that its rows show', async () => {
  const payout = newId()
  const track = await addTrack(dancer.id, { title: 'Jua Kali' })
  await asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, approve_after)
        VALUES ($1, 'WAUDIT0002', $2, 1, 517300, '254711000222', now())`,
      [payout, dancer.id],
    )
  })
  await recordAt(nairobiTime(2026, 2, 2), {
    action: 'payout.approved',
    subject: { type: 'payout', id: payout },
  })
  await recordAt(nairobiTime(2026, 2, 3), {
    action: 'track.approved',
    subject: { type: 'track', id: track },
  })
  await recordAt(nairobiTime(2026, 2, 4), {
    action: 'setting.changed',
    subject: { type: 'setting', id: 'transfer_second_approval_above' },
    after: { value: 68_400 },
  })
  const days = { from: '2026-02-02', to: '2026-02-04' }
  for (const search of ['WAUDIT0002', 'waudit0002', 'AUDIT0002', 'KES 5,173', '5,173', '5173', 'kes 5173.00'])
    expect(await actionsOf({ ...days, search })).toEqual(['payout.approved'])
  expect(await actionsOf({ ...days, search: 'jua kali' })).toEqual(['track.approved'])
  for (const search of ['68,400', 'KES 68,400', '68400'])
    expect(await actionsOf({ ...days, search })).toEqual(['setting.changed'])
  for (const search of ['51,73', '5,174', 'WAUDIT0003'])
    expect(await actionsOf({ ...days, search })).toEqual([])
  // One choice has all that was decided, and one all that is about money.
  expect(await actionsOf({ ...days, action: 'decisions' })).toEqual(['track.approved'])
  expect(await actionsOf({ ...days, action: 'money' })).toEqual(['payout.approved'])
})

test('a file is named after the day in Nairobi', () =>
  withClock(
    () => new Date('2026-11-30T21:30:00Z'),
    async () => {
      const { access } = await signInAs('super_admin')
      const answer = await send(walletsRoute.GET, { access })
      expect(answer.headers.get('content-disposition')).toBe(
        'attachment; filename="ngoma-wallets-2026-12-01.csv"',
      )
      await answer.text()
    },
  ))
