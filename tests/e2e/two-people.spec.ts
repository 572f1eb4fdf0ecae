// Two super admins: the confirming one sees the proposal, also if it changes meanwhile.
import type { Page } from '@playwright/test'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, passInterval, test } from './fixtures.ts'
import { newPerson, signedInAs, signIn } from './people.ts'

const [admin, secondAdmin] = demoAccounts.filter(({ role }) => role === 'super_admin')

const open = (page: Page, path: string, who = admin) => signIn(page, who?.email ?? '', path, who?.password)

const difference = {
  id: 'difference-999',
  kind: 'difference',
  status: 'difference',
  reason: null,
  amount: 10_000,
  phone: '',
  receipt: null,
  reference: null,
  purpose: 'utility',
  about: null,
  since: '2026-11-22T09:00:00.000Z',
  actions: ['close'],
  is_own_matter: false,
  needs_vote_code: false,
  needs_receipt: false,
  votes: null,
  approvals: [],
  timeline: [],
}
const proposalOf = (digit: string, note: string) => ({
  id: `01a2013b-0000-7000-8000-00000000000${digit}`,
  action: 'close',
  note,
  proposed_by: { id: '01a2013b-0000-7000-8000-00000000000f', username: 'Otieno' },
  proposed_at: '2026-11-22T09:00:00.000Z',
  is_own: false,
  can_confirm: true,
  is_proposer_gone: false,
  has_changed: false,
  receipt: null,
  vote_code: null,
  method: null,
})

test('a proposal that takes the place of the one that was opened is not what is confirmed', async ({
  page,
}) => {
  await page.clock.install()
  let proposal = proposalOf('a', 'Float of November')
  const sent: unknown[] = []
  await page.route('**/api/admin/payments/difference-999/**', (route) => {
    if (route.request().method() === 'POST') sent.push(route.request().postDataJSON().proposal_id)
    return route.fulfill({ json: { ...difference, proposal } })
  })
  await open(page, '/superadmin?tab=payments&case=difference-999')
  await page.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type the amount in shillings').fill('10000')
  proposal = proposalOf('b', 'Taken to the bank')
  await passInterval(page)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'has been decided or replaced' })).toBeVisible()
  await expect(page.getByText('Taken to the bank')).toBeVisible()
  await expectAccessible(page)
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeVisible()
  await expect(page.getByText('has been decided or replaced')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a change of a setting that a colleague proposes is seen without looking away', async ({
  page,
  visitor,
  request,
}) => {
  await page.clock.install()
  await open(page, '/superadmin?tab=settings')
  const row = page.getByRole('row').filter({ hasText: 'Transfers need a second approval above' })
  await row.getByRole('button', { name: /^Change / }).click()
  const dialog = page.getByRole('dialog', { name: 'Change this setting?' })
  await dialog.getByLabel('New value').fill('60000')
  await expect(dialog.getByText('KES 60,000')).toBeVisible()

  const other = await visitor()
  await open(other, '/superadmin', secondAdmin)
  const { headers } = await signedInAs(other)
  const url = '/api/admin/system-settings/'
  const { results } = await (await request.get(url, { headers })).json()
  const name = 'transfer_second_approval_above'
  const version = results.find((one: { name: string }) => one.name === name).version
  const proposed = await request.patch(url, { data: { name, value: 70_000, version }, headers })
  expect(proposed.status(), await proposed.text()).toBe(202)
  await passInterval(page)
  // Behind the open dialog.
  await expect(page.getByText(/^Proposed by .*: KES\s70,000$/)).toBeAttached()
  // The question stays the same.
  await expect(dialog.getByText('KES 60,000')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Reject' }).click()
  await expect(row.getByText(/^Proposed by /)).toHaveCount(0)
})

test('who confirms a transfer sees both balances, and what a colleague has decided meanwhile is said in the open dialog', async ({
  page,
}) => {
  const transfer = {
    id: '01a2013b-0000-7000-8000-00000000000d',
    transaction_reference: 'T7K2M9QXB',
    status: 'waiting',
    amount: 60_000,
    description: 'Prizes of November',
    source: {
      id: 1,
      wallet_type: 'platform_revenue',
      wallet_type_display: 'Platform revenue',
      amount: 250_000,
    },
    destination: { id: 2, wallet_type: 'prize_pool', wallet_type_display: 'Prize pool', amount: 10_000 },
    requested_by: 'Otieno',
    requested_at: '2026-11-22T09:00:00.000Z',
    decided_by: null as string | null,
    decided_at: null as string | null,
    is_own: false,
    can_approve: true,
    is_requester_gone: false,
  }
  await page.route('**/api/admin/fund-transfers/?**', (route) => {
    const status = new URL(route.request().url()).searchParams.get('status')
    const results = !status || status === transfer.status ? [transfer] : []
    return route.fulfill({ json: { count: results.length, next: null, previous: null, results } })
  })
  await page.clock.install()
  await open(page, '/superadmin?tab=wallets')
  const waiting = page.getByRole('region', { name: 'Needs a second approval' })
  await waiting.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Requested by Otieno.* “Prizes of November”$/)).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Platform revenue' })).toContainText(
    /KES\s250,000KES\s190,000/,
  )
  await expect(dialog.getByRole('row', { name: 'Prize pool' })).toContainText(/KES\s10,000KES\s70,000/)
  await dialog.getByLabel('Confirm the amount').fill('60000')
  const confirm = dialog.getByRole('button', { name: 'Confirm', exact: true })
  await expect(confirm).toBeEnabled()
  await expectAccessible(page)

  Object.assign(transfer, {
    status: 'rejected',
    decided_by: 'Amina',
    decided_at: '2026-11-22T10:00:00.000Z',
    can_approve: false,
  })
  await passInterval(page)
  await expect(dialog.getByRole('alert')).toContainText('has already been decided')
  await expect(confirm).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(waiting).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Latest transfers' })).toContainText('T7K2M9QXB')
  await page.unrouteAll({ behavior: 'wait' })
})

test('what a colleague asks for among the staff is seen without looking away', async ({ page }) => {
  const officer = {
    id: '01a2013b-0000-7000-8000-00000000000c',
    first_name: 'Wanja',
    last_name: 'Njeri',
    username: 'wanja',
    email: 'wanja@ngoma.test',
    role: 'compliance_officer',
    is_active: true,
    has_joined: true,
    awaits_confirmation: false,
    invited_by: null,
    has_second_factor: true,
    second_factor_reset: null as object | null,
    kyc_reviews_count: 0,
    last_activity: null,
  }
  const askedBy = (name: string) => ({
    requested_by: name,
    requested_at: '2026-11-22T09:00:00.000Z',
    can_approve: true,
  })
  await page.route('**/api/admin/compliance-staff/?**', (route) =>
    route.fulfill({ json: { count: 1, next: null, previous: null, results: [officer] } }),
  )
  await page.clock.install()
  await open(page, '/superadmin?tab=staff')
  await expect(page.getByText('wanja@ngoma.test')).toBeVisible()
  officer.second_factor_reset = askedBy('Otieno')
  await passInterval(page)
  await page.getByRole('button', { name: /^Confirm reset of/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Otieno')).toBeVisible()
  officer.second_factor_reset = askedBy('Amina')
  await passInterval(page)
  // Behind the open dialog, which keeps its question.
  await expect(page.getByText(/Amina/)).toBeAttached()
  await expect(dialog.getByText('Otieno')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('an invitation to a wrong address is taken back', async ({ page, request }) => {
  await open(page, '/superadmin?tab=staff')
  const { email } = newPerson()
  const { headers } = await signedInAs(page)
  const mark = email.slice(7, 17)
  const invited = await request.post('/api/admin/compliance-staff/', {
    data: { first_name: 'Achieng', last_name: mark, email, role: 'compliance_officer' },
    headers,
  })
  expect(invited.status(), await invited.text()).toBe(201)
  await page.reload()
  const withdraw = page.getByRole('button', { name: `Withdraw invitation of Achieng ${mark}`, exact: true })
  await withdraw.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Withdraw invitation', exact: true }).click()
  await expect(page.getByText(`The invitation of Achieng ${mark} was withdrawn`)).toBeVisible()
  await expect(withdraw).toHaveCount(0)
  await expectAccessible(page)
})
