// What super admins do on a person's page: freeze withdrawals, revoke an identity by two, write a letter. Each is on record.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { approveDuePayouts } from '#lib/domain/payouts/approve.ts'
import { requestWithdrawal } from '#lib/domain/payouts/request.ts'
import { submitApprovedPayouts } from '#lib/domain/payouts/submit.ts'
import { freezeWithdrawals } from '#lib/domain/people/freeze-withdrawals.ts'
import { confirmRevocation } from '#lib/domain/people/revoke-identity.ts'
import { writeLetter } from '#lib/domain/people/write-letter.ts'
import { closeAccount } from '#lib/domain/profiles/delete-account.ts'
import { pressSubscribe } from '#tests/support/dancers.ts'
import { newForm, prepareKyc } from '#tests/support/kyc.ts'
import { mailsTo, startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import {
  makeDue,
  newEarner,
  ordersFor,
  payoutOf,
  sentPayout,
  untilPayout,
  walletWithHold,
  withdraw,
  withdrawn,
  workPayouts,
} from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask, auditOf } from '#tests/support/review.ts'

const money = setUpMoney()
const [first, second] = [await signInAs('super_admin'), await signInAs('super_admin')]
type By = typeof first
let endMailbox: () => Promise<void>
beforeAll(async () => {
  endMailbox = await startMailbox()
})
afterAll(() => endMailbox())

const ADDRESS = '10.1.2.3'
const reason = 'Their phone was stolen.'
const act = (call: Call, id: string, by: By = first, body?: unknown) =>
  ask(call, by, { params: { id }, address: ADDRESS, ...(body === undefined ? {} : { body }) })
const { freezeWithdrawals: freezeCall, unfreezeWithdrawals, revokeIdentity } = contract.admin
const letterCall = contract.admin.writeLetter
const freeze = (id: string) => act(freezeCall, id, first, { reason })
const unfreeze = (id: string) => act(unfreezeWithdrawals, id, first, { reason: 'It was found.' })
const propose = (id: string, by = first) =>
  act(revokeIdentity, id, by, { reason: 'The document is another’s.' })
/** The proposal that waits, or was decided last. */
const proposalOf = async (id: string) =>
  (
    await firstRow<{ id: string }>(
      db(),
      'SELECT id FROM identity_revocation WHERE user_id = $1 ORDER BY proposed_at DESC, id DESC',
      [id],
    )
  )?.id ?? ''
const confirm = async (id: string, by = second, proposal?: string) =>
  act(contract.admin.confirmRevocation, id, by, { proposal_id: proposal ?? (await proposalOf(id)) })
const reject = async (id: string, by = second, proposal?: string) =>
  act(contract.admin.rejectRevocation, id, by, { proposal_id: proposal ?? (await proposalOf(id)) })
const emailOf = async (id: string) =>
  (await firstRow<{ email: string }>(db(), 'SELECT email FROM app_user WHERE id = $1', [id]))?.email ?? ''
const change = (id: string) => ({ id, by: { id: first.user.id }, address: ADDRESS, reason })
const order = (earner: { id: string; phone: string }) => ({
  ownerId: earner.id,
  amount: 20,
  phone: earner.phone,
  description: '',
})

const frozen = {
  status: 403,
  json: {
    error: 'Withdrawals from your wallet are frozen while we check your account. Your money stays yours.',
    code: 'withdrawals_frozen',
  },
}

describe('frozen withdrawals', () => {
  test('are neither taken nor sent until they are unfrozen; the owner sees it, and all else stays open', async () => {
    const earner = await newEarner(money)
    const reference = await withdrawn(earner, 30)
    await makeDue(reference)
    expect(await freeze(earner.id)).toMatchObject({
      status: 200,
      body: { freeze: { reason }, withdrawal_bars: ['frozen'] },
    })
    await workPayouts()
    expect((await payoutOf(reference)).state).toBe('requested')
    expect(await withdraw(earner, { amount: 20 })).toEqual(frozen)
    const own = await ask(contract.wallets.mine, earner)
    expect(own.body).toMatchObject([{ withdrawals_frozen: true, held: 30, balance: 120 }])
    const topup = { body: { amount: 50, phone_number: earner.phone } }
    expect((await ask(contract.wallets.topup, earner, topup)).status).toBeLessThan(300)
    const email = await emailOf(earner.id)
    await untilMailed(email, 2)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toContain(
      'Withdrawals from your Ngoma wallet are frozen',
    )

    // Again: nothing changes, and nobody is mailed twice.
    await freeze(earner.id)
    expect(await unfreeze(earner.id)).toMatchObject({ body: { freeze: null, withdrawal_bars: [] } })
    await workPayouts()
    await untilPayout(reference, 'paid')
    expect((await auditOf(earner.id)).map(({ action, after }) => [action, after])).toEqual([
      ['account.withdrawals_frozen', { reason }],
      ['account.withdrawals_unfrozen', { reason: 'It was found.' }],
    ])
  })

  test('do not touch what was sent to M-Pesa, nor what its owner cancels', async () => {
    const earner = await newEarner(money)
    money.mpesa.configure({ resultMs: 60_000 })
    const reference = await sentPayout(earner, 30)
    const waiting = await withdrawn(earner, 20)
    await freeze(earner.id)
    await money.passTime(61)
    await untilPayout(reference, 'paid')
    const cancelled = await ask(contract.wallets.cancelWithdrawal, earner, { params: { reference: waiting } })
    expect(cancelled.status).toBe(200)
    expect(await walletWithHold(earner.id)).toEqual({ posted: 12_000n, held: 0n })
  })

  test('stop an approved withdrawal before it is sent', async () => {
    const earner = await newEarner(money)
    const reference = await withdrawn(earner, 30)
    await makeDue(reference)
    await approveDuePayouts()
    await freeze(earner.id)
    await workPayouts()
    expect((await payoutOf(reference)).state).toBe('approved')
    expect(ordersFor(money, earner.phone)).toEqual([])
  })

  test('of staff, and of nobody, are not frozen', async () => {
    expect(await freeze(second.user.id)).toMatchObject({ status: 409, body: { code: 'staff_account' } })
    expect((await act(freezeCall, first.user.id.replace(/.$/, '0'), first, { reason: 'x' })).status).toBe(400)
  })
})

describe('at the same moment', () => {
  test('a withdrawal that is requested while the freeze goes on waits for it, and is refused', async () => {
    const earner = await newEarner(money)
    const { second: asked } = await overlapped(
      { text: 'LOCK TABLE audit_event IN SHARE MODE' },
      () => freezeWithdrawals(change(earner.id)),
      () => requestWithdrawal(order(earner)),
    )
    expect(asked).toMatchObject({ code: 'withdrawals_frozen' })
    expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 0n })
  })

  test('a freeze waits for a withdrawal that is being requested, which then waits', async () => {
    const earner = await newEarner(money)
    const { first: taken } = await overlapped(
      { text: 'SELECT 1 FROM account WHERE owner_id = $1 FOR UPDATE', values: [earner.id] },
      () => requestWithdrawal(order(earner)),
      () => freezeWithdrawals(change(earner.id)),
    )
    const reference = String((taken as { transaction_reference: string }).transaction_reference)
    await makeDue(reference)
    await workPayouts()
    expect((await payoutOf(reference)).state).toBe('requested')
  })

  test.each([
    ['a freeze', freezeWithdrawals],
    [
      'the revocation of the identity',
      async ({ id }: ReturnType<typeof change>) => {
        const proposalId = await proposalOf(id)
        await confirmRevocation({ id, proposalId, by: { id: second.user.id }, address: ADDRESS })
      },
    ],
  ])('the worker that is about to send waits for %s, and sends nothing', async (what, stop) => {
    const earner = await newEarner(money)
    const reference = await withdrawn(earner, 30)
    await makeDue(reference)
    if (what !== 'a freeze') await propose(earner.id)
    await queue('payments').pause()
    await approveDuePayouts()
    const { second: sent } = await overlapped(
      { text: 'LOCK TABLE audit_event IN SHARE MODE' },
      () => stop(change(earner.id)),
      () => submitApprovedPayouts(new AbortController().signal),
    )
    await queue('payments').resume()
    expect(sent).toBe(0)
    expect((await payoutOf(reference)).state).toBe('approved')
  })
})

describe('a revoked identity', () => {
  test('takes two, locks what depends on it, and can be submitted again', async () => {
    const earner = await newEarner(money)
    await prepareKycOf(earner)
    const reference = await withdrawn(earner, 30)
    await makeDue(reference)
    expect(await propose(earner.id)).toMatchObject({
      status: 202,
      body: { kyc_status: 'approved', kyc: { revocation: { is_own: true, can_confirm: false } } },
    })
    expect(await propose(earner.id, second)).toMatchObject({ status: 409, body: { code: 'proposal_open' } })
    expect(await confirm(earner.id, first)).toMatchObject({ status: 403, body: { code: 'own_proposal' } })
    expect(await confirm(earner.id)).toMatchObject({
      status: 200,
      body: { kyc_status: 'rejected', kyc: { revocation: null }, withdrawal_bars: ['identity'] },
    })
    const revokedAt = async () =>
      contract.admin.person.answer.parse((await act(contract.admin.person, earner.id)).body).kyc?.revoked_at
    const decided = await firstRow<{ decided_at: Date }>(
      db(),
      'SELECT decided_at FROM identity_revocation WHERE user_id = $1',
      [earner.id],
    )
    expect(await revokedAt()).toBe(decided?.decided_at.toISOString())
    // As where the answer to the first was lost: nothing changes.
    expect(await confirm(earner.id)).toMatchObject({ status: 200, body: { kyc_status: 'rejected' } })
    expect((await confirm(earner.id, second, first.user.id)).status).toBe(404)

    const locked = { status: 403, json: { code: 'kyc_required' } }
    expect(await withdraw(earner, { amount: 20 })).toMatchObject(locked)
    expect(await pressSubscribe(earner, money.month)).toMatchObject(locked)
    const topup = { body: { amount: 50, phone_number: earner.phone } }
    expect(await ask(contract.wallets.topup, earner, topup)).toMatchObject({
      status: 403,
      body: { code: 'kyc_required' },
    })
    await workPayouts()
    expect((await payoutOf(reference)).state).toBe('requested')

    const [told] = await rows<{ template: string; data: unknown }>(
      db(),
      `SELECT template, data FROM notification WHERE user_id = $1 AND kind = 'identity_decided'`,
      [earner.id],
    )
    expect(told).toEqual({ template: 'identity_revoked', data: { reason: 'The document is another’s.' } })
    expect((await ask(contract.kyc.submit, earner)).status).toBe(200)
    const review = { params: { id: earner.id }, body: { action: 'approve' } }
    expect((await ask(contract.kyc.review, second, review)).status).toBe(200)
    expect(await revokedAt()).toBeNull()
    await workPayouts()
    await untilPayout(reference, 'paid')
    expect((await auditOf(earner.id)).map(({ action }) => action)).toEqual([
      'kyc.revocation_proposed',
      'kyc.revoked',
      'kyc.approved',
    ])
  })

  test('is proposed again after it was declined, and not of an identity that is not approved', async () => {
    const earner = await newEarner(money)
    await propose(earner.id)
    const old = await proposalOf(earner.id)
    expect(await reject(earner.id)).toMatchObject({ status: 200, body: { kyc_status: 'approved' } })
    expect((await reject(earner.id)).status).toBe(200)
    await propose(earner.id)
    // What was read is another proposal than the one that waits.
    const gone = { status: 409, body: { code: 'proposal_gone' } }
    expect(await confirm(earner.id, second, old)).toMatchObject(gone)
    expect(await reject(earner.id, first, old)).toMatchObject(gone)
    // Its proposer withdraws it.
    expect((await reject(earner.id, first)).status).toBe(200)
    const { user } = await signInAs('dancer')
    expect(await propose(user.id)).toMatchObject({ status: 409, body: { code: 'identity_not_approved' } })
  })

  test('is revoked once if two confirm at once', async () => {
    const earner = await newEarner(money)
    const third = await signInAs('super_admin')
    await propose(earner.id)
    const answers = await Promise.all([confirm(earner.id), confirm(earner.id, third)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is decided with the account: a proposal about somebody who has left waits for nobody', async () => {
    const { user } = await signInAs('dancer')
    await db().query(`UPDATE profile SET kyc_status = 'approved' WHERE user_id = $1`, [user.id])
    await propose(user.id)
    await closeAccount({ leaver: user, givenUp: undefined, isTold: true, record: { actor: null } })
    const [left] = await rows(
      db(),
      'SELECT state, decided_by, decided_at IS NOT NULL AS decided FROM identity_revocation WHERE user_id = $1',
      [user.id],
    )
    expect(left).toEqual({ state: 'rejected', decided_by: null, decided: true })
    expect((await auditOf(user.id)).map(({ action }) => action)).toContain('kyc.revocation_rejected')
  })

  /** The documents and the form that `newEarner` leaves out: locked while approved, so the state is set back first. */
  async function prepareKycOf(earner: { id: string; access: string }): Promise<void> {
    await db().query(`UPDATE profile SET kyc_status = 'pending' WHERE user_id = $1`, [earner.id])
    await prepareKyc({ ...first, access: earner.access, user: { ...first.user, id: earner.id } }, newForm())
    await db().query(`UPDATE profile SET kyc_status = 'approved' WHERE user_id = $1`, [earner.id])
  }
})

test('a letter is mailed in the reader’s language and stays on the page, its text out of the audit', async () => {
  const { user } = await signInAs('dancer')
  await db().query(`UPDATE app_user SET locale = 'sw' WHERE id = $1`, [user.id])
  const text = 'Tumerejesha pesa zako za risiti SKL7RT61SV.'
  expect((await act(letterCall, user.id, first, { topic: 'payment', text })).status).toBe(201)
  const mail = await untilMailed(user.email)
  expect(mail.subject).toBe('Kuhusu malipo yako ya Ngoma')
  expect(mail.text).toContain(text)
  const letters = () =>
    ask(contract.admin.personRecords, first, { params: { id: user.id }, query: { section: 'letters' } })
  const { body } = await letters()
  expect(body.results).toMatchObject([
    {
      kind: 'letter_payment',
      title: 'Kuhusu malipo yako ya Ngoma',
      detail: text,
      by: first.user.username,
    },
  ])
  const [record] = await auditOf(user.id)
  expect(record).toMatchObject({ action: 'person.written_to', after: { topic: 'payment' } })
  expect(await mailsTo(user.email)).toHaveLength(1)
  const letter = { topic: 'account' as const, text: 'Wallet yako iko sawa.' }
  const keyed = { params: { id: user.id }, body: letter, headers: { 'idempotency-key': 'letter-key-0001' } }
  const sent = await ask(letterCall, first, keyed)
  // The answer was lost, and Redis with it.
  const again = () =>
    writeLetter({
      ...letter,
      id: user.id,
      by: first.user,
      address: ADDRESS,
      idempotencyKey: 'letter-key-0001',
    })
  expect(await Promise.all([again(), again()])).toEqual([{ id: sent.body.id }, { id: sent.body.id }])
  await untilMailed(user.email, 2)
  expect((await letters()).body.count).toBe(2)
  expect((await auditOf(user.id)).map(({ action }) => action)).toEqual([
    'person.written_to',
    'person.written_to',
  ])
  expect((await act(letterCall, user.id, first, { topic: 'gossip', text })).status).toBe(400)
})
