// Disputes about payments: opened by a payer without an account, at the desk, or by M-Pesa's reversal, and dealt with until they close.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, downloads } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import type { DisputeDetail, DisputePage, FollowedDispute } from '#lib/contract/disputes/calls.ts'
import type { SearchFound } from '#lib/contract/overview/search.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { queue } from '#lib/core/queue.ts'
import { signAccessToken } from '#lib/domain/accounts/access-token.ts'
import { followReversals } from '#lib/domain/disputes/follow-reversals.ts'
import { pullStatementJob } from '#lib/domain/payments/jobs.ts'
import { reconcileStatement } from '#lib/domain/payments/statement.ts'
import {
  agreed,
  countedGift,
  type Desk,
  post,
  proposed,
  twoAdmins,
  untilRefund,
  wrongAmountGift,
} from '#tests/support/desk-payments.ts'
import { linkIn, startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { newPhone, setUpMoney } from '#tests/support/money.ts'
import { payPaybill } from '#tests/support/paybill.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const [amina, brian] = await twoAdmins()

let closeMailbox: () => Promise<void>
beforeAll(async () => {
  closeMailbox = await startMailbox()
})
afterAll(() => closeMailbox())

type More = {
  as?: Desk
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  address?: string
}
async function call<Answer>(one: Call, { as, address = newAddress(), ...sent }: More = {}) {
  const route = await loadRoute(one)
  const access = as && (await signAccessToken(as))
  const response = await send(route[one.method], { method: one.method, access, address, ...sent })
  const json: Answer & { code?: string; errors?: Record<string, string[]> } = await response.json()
  return { status: response.status, json }
}

const unknownReceipt = () => `SKL${newId().replaceAll('-', '').slice(-7).toUpperCase()}`
const ask = (body: Record<string, unknown>, more: More = {}) =>
  call<{ reference: string; link: string }>(contract.disputes.open, {
    body: { kind: 'not_counted', phone_number: newPhone(), ...body },
    ...more,
  })
const follow = async (link: string) =>
  (
    await call<FollowedDispute>(contract.disputes.followed, {
      params: { token: link.split('/').at(-1) ?? '' },
    })
  ).json
const listed = async (query: Record<string, string> = {}) =>
  (await call<DisputePage>(contract.disputes.list, { as: amina, query: { page_size: '100', ...query } })).json
const detailOf = async (id: string) =>
  (await call<DisputeDetail>(contract.disputes.detail, { as: amina, params: { id } })).json
const change = (id: string, body: unknown) =>
  call<DisputeDetail>(contract.disputes.change, { as: amina, params: { id }, body })
const note = (id: string, kind: string, text: string) =>
  call<DisputeDetail>(contract.disputes.note, { as: amina, params: { id }, body: { kind, text } })
async function idOf(reference: string) {
  const [found] = (await listed({ search: reference, status: 'all' })).results
  return found?.id ?? ''
}

test('a payer asks without an account, follows it by a link, and reads the answer', async () => {
  const [receipt, phone_number] = [unknownReceipt(), newPhone()]
  const headers = { 'idempotency-key': newId() }
  const said = { receipt, phone_number, text: 'I meant Amina.', email: 'payer@ngoma.test' }
  const asked = await ask(said, { headers })
  expect(asked.status, JSON.stringify(asked.json)).toBe(201)
  expect((await ask({ receipt, phone_number })).json.code).toBe('dispute_open')
  const { reference, link } = asked.json
  const id = await idOf(reference)
  for (const q of [` ${reference.toLowerCase()}`, receipt, phone_number])
    expect(
      (await call<SearchFound>(contract.admin.search, { as: amina, query: { q } })).json.disputes,
    ).toEqual([{ id, reference, receipt, kind: 'not_counted', state: 'open' }])
  expect(await follow(link)).toMatchObject({
    ...{ reference, receipt, text: 'I meant Amina.' },
    ...{ state: 'open', messages: [], steps: [] },
  })
  expect(
    (await call(contract.disputes.followed, { params: { token: `${id}_${'0'.repeat(32)}` } })).status,
  ).toBe(404)
  expect(await detailOf(id)).toMatchObject({
    text: 'I meant Amina.',
    owner: null,
    case_id: null,
    origin: 'public',
    link,
  })
  await note(id, 'note', 'She has called as well.')
  await note(id, 'message', 'Which dancer did you mean?')
  await change(id, { state: 'waiting', owner: amina.id, due_on: '2030-01-31' })
  const answered = await follow(link)
  expect(answered).toMatchObject({ state: 'waiting', due_at: '2030-01-31T21:00:00.000Z' })
  expect(answered.messages.map(({ text }) => text)).toEqual(['Which dancer did you mean?'])
  expect((await listed({ status: 'mine' })).results.map((one) => one.id)).toContain(id)
  expect((await change(id, { owner: (await listed()).results[0]?.id ?? newId() })).status).toBe(400)
  expect((await change(id, { state: 'resolved' })).json).toMatchObject({
    state: 'resolved',
    is_overdue: false,
  })
  expect((await follow(link)).closed_at).not.toBeNull()
  // Closed: a new dispute about the receipt is allowed, and the first one cannot be reopened beside it.
  expect((await ask({ receipt, phone_number })).status).toBe(201)
  expect((await change(id, { state: 'open' })).json.code).toBe('dispute_open')
  expect(
    (
      await rows<{ action: string }>(
        db(),
        'SELECT action FROM audit_event WHERE subject_id = $1 ORDER BY id',
        [id],
      )
    ).map(({ action }) => action),
  ).toEqual(['dispute.opened', 'dispute.noted', 'dispute.written', 'dispute.changed', 'dispute.closed'])
})

test('a payer is mailed the outcome with its link when the dispute is closed', async () => {
  const { id: caseId, receipt, phone } = await wrongAmountGift(money)
  const email = `payer-${phone}@ngoma.test`
  const { reference, link } = (await ask({ receipt, phone_number: phone, email, kind: 'wrong_amount' })).json
  await untilMailed(email)
  const id = await idOf(reference)
  await agreed([amina, brian], caseId, { action: 'refund' })
  await untilRefund(receipt, 'done')
  const { steps, state, created_at } = await detailOf(id)
  expect(steps.map(({ step, amount }) => [step, amount])).toEqual([
    ['asked', 100],
    ['prompted', null],
    ['paid', 90],
    ['refunding', 90],
    ['refunded', 90],
  ])
  expect(await listed({ search: reference })).toMatchObject({ amount: 90, results: [{ amount: 90 }] })
  const refunded = steps.at(-1)
  expect(refunded).toMatchObject({ step: 'refunded', amount: 90 })
  expect(refunded?.at.localeCompare(created_at)).toBe(1)
  // A person closes the dispute: the refund alone leaves it open.
  expect(state).toBe('open')
  expect((await change(id, { answer: 'Sent back.' })).json.errors?.state).toBeDefined()
  await change(id, { state: 'resolved', answer: 'We sent it back to your phone.' })
  const closed = await untilMailed(email, 2)
  expect(closed.subject).toContain(reference)
  expect(closed.text).toContain('We sent it back to your phone.')
  expect(closed.text).toContain('Sent back: KES 90')
  expect(linkIn(closed).href).toBe(link)
  const followed = await follow(link)
  expect(followed.messages.map(({ text }) => text)).toEqual(['We sent it back to your phone.'])
  await change(id, { state: 'open' })
  await change(id, { state: 'declined' })
  expect((await untilMailed(email, 3)).text).toContain('closed it without a change')
})

test('what is known of the payment is told to who paid it, and to nobody who only knows its receipt', async () => {
  const { receipt, phone, id } = await countedGift(money, 3)
  const guessed = await ask({ receipt })
  expect((await follow(guessed.json.link)).steps).toEqual([])
  const disputeId = await idOf(guessed.json.reference)
  expect(await detailOf(disputeId)).toMatchObject({ case_id: id })
  // The stranger's dispute stays open; the payer opens one of their own beside it.
  const own = await ask({ receipt, phone_number: phone, kind: 'wrong_dancer' })
  const { steps } = await follow(own.json.link)
  expect(steps.map(({ step, amount }) => [step, amount])).toEqual(
    expect.arrayContaining([
      ['asked', 150],
      ['prompted', null],
      ['paid', 150],
      ['counted', null],
    ]),
  )
  const found = await call<{ results: { id: string }[] }>(contract.disputes.candidates, {
    as: amina,
    params: { id: await idOf(own.json.reference) },
  })
  expect(found.json.results.map((row) => row.id)).toContain(id)
})

test.each([
  ['masked', 0],
  ['hashed', 1],
  ['plain', 1],
] as const)(
  'a phone that M-Pesa told %s shows its payer so many steps: %i, and a stranger none',
  async (msisdn, count) => {
    money.mpesa.configure({ msisdn })
    const payer = newPhone()
    const { receipt = '' } = (await payPaybill(money, 'NOBODY', 50, payer)) ?? {}
    const stepsFor = async (phone_number: string) => {
      const { json } = await ask({ receipt, phone_number })
      return (await follow(json.link)).steps
    }
    // Fits the mask: the same first four and last three digits.
    const stranger = `${payer.slice(0, 4)}${payer.slice(4, -3) === '00000' ? '11111' : '00000'}${payer.slice(-3)}`
    expect(await stepsFor(stranger)).toEqual([])
    expect(await stepsFor(payer)).toHaveLength(count)
  },
)

test('a network asks only so often', async () => {
  const address = newAddress()
  const phone_number = newPhone()
  const answers = []
  for (let turn = 0; turn < 6; turn++)
    answers.push((await ask({ receipt: unknownReceipt(), phone_number }, { address })).status)
  expect(answers).toEqual([201, 201, 201, 201, 201, 429])
})

test('a super admin opens one for a phone, finds the payment by the statement, and links it', async () => {
  const phone = newPhone()
  const opened = await call<DisputeDetail>(contract.disputes.openAtDesk, {
    as: amina,
    body: { kind: 'not_counted', phone_number: phone, text: 'She called.' },
  })
  expect(opened.status).toBe(201)
  expect(await follow(opened.json.link)).toMatchObject({ text: '', receipt: '' })
  expect(opened.json).toMatchObject({
    amount: null,
    origin: 'desk',
    owner: { id: amina.id },
    case_id: null,
    receipt: '',
  })
  expect((await call(contract.disputes.openAtDesk, { as: amina, body: { kind: 'not_me' } })).status).toBe(400)
  const { id: paidId, phone: payer } = await countedGift(money, 1)
  const ofPayer = { as: amina, body: { kind: 'not_me', payer: paidId } }
  expect((await call(contract.disputes.openAtDesk, ofPayer)).status).toBe(201)
  expect((await listed({ search: payer })).count).toBe(1)
  const { id } = opened.json
  const { receipt } = await countedGift(money, 1)
  const readings = async () =>
    (await queue('payments').getJobs()).filter(({ name }) => name === pullStatementJob.name).length
  const before = await readings()
  for (let press = 0; press < 3; press++)
    expect((await call(contract.disputes.searchStatement, { as: amina, params: { id } })).status).toBe(202)
  await until('the statement is read', async () => (await readings()) === before + 1)
  expect((await change(id, { case_id: 'SKLNOTHERE' })).json.errors?.case_id).toBeDefined()
  const linked = (await change(id, { case_id: receipt })).json
  expect(linked.case_id).not.toBeNull()
  expect(linked.amount).toBe(50)
})

test('a dispute opened by phone shows its payer the steps once the payment is linked', async () => {
  const { receipt, phone } = await countedGift(money, 1)
  const { json } = await call<DisputeDetail>(contract.disputes.openAtDesk, {
    as: amina,
    body: { kind: 'not_counted', phone_number: phone },
  })
  expect((await follow(json.link)).steps).toEqual([])
  await change(json.id, { case_id: receipt })
  expect((await follow(json.link)).steps.map(({ step }) => step)).toContain('counted')
})

test('a reversal by M-Pesa opens one, and its decision by two people closes it', async () => {
  const { id, receipt } = await countedGift(money, 2)
  money.mpesa.reverse({ receipt })
  await reconcileStatement(2)
  await followReversals()
  await followReversals()
  const found = (await listed({ search: receipt })).results
  expect(found).toMatchObject([{ kind: 'reversed', origin: 'reversal', state: 'open' }])
  expect((await detailOf(found[0]?.id ?? '')).steps).toContainEqual({
    step: 'reversed',
    at: expect.any(String),
    amount: 100,
  })
  const [{ reversed_at: reversedAt } = { reversed_at: new Date(0) }] = await rows<{ reversed_at: Date }>(
    db(),
    'SELECT reversed_at FROM mpesa_reversal WHERE payment = $1',
    [receipt],
  )
  await money.passTime(600)
  const proposal_id = await proposed(amina, id, { action: 'refund' })
  await post(brian, id, { decision: 'confirm', proposal_id })
  await followReversals()
  expect((await detailOf(found[0]?.id ?? '')).steps.slice(-2)).toEqual([
    expect.objectContaining({ step: 'counted' }),
    { step: 'reversed', at: reversedAt.toISOString(), amount: 100 },
  ])
  expect((await listed({ search: receipt, status: 'all' })).results).toMatchObject([{ state: 'resolved' }])
  await change(found[0]?.id ?? '', { state: 'open' })
  await followReversals()
  expect((await listed({ search: receipt, status: 'all' })).results).toMatchObject([{ state: 'open' }])
})

test('a reversal after a declined dispute about the payment opens another', async () => {
  const { id, receipt, phone } = await countedGift(money, 2)
  const { reference } = (await ask({ receipt, phone_number: phone })).json
  await change(await idOf(reference), { state: 'declined' })
  money.mpesa.reverse({ receipt })
  await reconcileStatement(2)
  await followReversals()
  await followReversals()
  expect((await listed({ search: receipt })).results).toMatchObject([{ kind: 'reversed', state: 'open' }])
  const proposal_id = await proposed(amina, id, { action: 'refund' })
  await post(brian, id, { decision: 'confirm', proposal_id })
})

test('the queue counts what is open, late, and how long it takes', async () => {
  await rows(db(), `UPDATE dispute SET state = 'resolved', closed_at = created_at WHERE closed_at IS NULL`)
  await rows(db(), `UPDATE dispute SET closed_at = created_at + interval '90 minutes'`)
  const { reference } = (await ask({ receipt: unknownReceipt() })).json
  expect((await listed()).figures).toEqual({ open: 1, overdue: 0, median_hours: 1.5 })
  await rows(db(), `UPDATE dispute SET due_at = created_at - interval '1 hour' WHERE reference = $1`, [
    reference,
  ])
  expect((await listed({ status: 'overdue' })).results).toMatchObject([{ reference, is_overdue: true }])
  expect((await listed({ kind: 'not_me' })).count).toBe(0)
  const route = await loadRoute(downloads.disputes)
  const file = await send(route.GET, { access: await signAccessToken(amina), query: { status: 'overdue' } })
  expect(await file.text()).toContain(reference)
})
