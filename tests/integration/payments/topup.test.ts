// Money into a wallet: through the real worker and simulator.
import { expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Topup } from '#lib/contract/topups/calls.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { untilSettled } from '#tests/support/callback-bodies.ts'
import { type Dancer, newDancer } from '#tests/support/dancers.ts'
import { newPhone, pullStatement, setUpMoney, untilState } from '#tests/support/money.ts'
import { walletWithHold } from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

const money = setUpMoney()
const initiate = await loadRoute(contract.wallets.topup)
const status = await loadRoute(contract.wallets.topupStatus)
const open = await loadRoute(contract.wallets.openTopups)

async function topUp({ access, phone }: Dancer, body: Record<string, unknown> = {}, headers = {}) {
  const sent = { method: 'POST', access, body: { amount: 300, phone_number: phone, ...body }, headers }
  const answer = await send(initiate.POST, sent)
  return { status: answer.status, json: await answer.json() }
}

async function viewTopup({ access }: Dancer, id: string): Promise<Topup> {
  const answer = await send(status.GET, { access, params: { id } })
  expect(answer.status).toBe(200)
  return answer.json()
}

async function openTopupsOf({ access }: Dancer): Promise<Topup[]> {
  const answer = await send(open.GET, { access })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** A dancer whose prompt has this outcome. */
async function topUpWith(outcome: Parameters<typeof money.mpesa.setNext>[0]['outcome']) {
  const dancer = await newDancer()
  money.mpesa.setNext({ phone: dancer.phone, outcome })
  const { json } = await topUp(dancer)
  return { dancer, id: String(json.id), json }
}

test('goes into the wallet once it is paid, with its receipt', async () => {
  const dancer = await newDancer()
  const { status: code, json } = await topUp(dancer)
  expect(code).toBe(202)
  expect(json).toMatchObject({ id: expect.any(String), status: expect.stringMatching(/pending|completed/) })
  expect(json.checkout_request_id).toMatch(/^ws_CO_/)
  await untilState(json.id, 'credited')
  expect(await walletWithHold(dancer.id)).toEqual({ posted: 30_000n, held: 0n })
  expect(await viewTopup(dancer, json.id)).toEqual({
    id: json.id,
    status: 'completed',
    amount: 300,
    receipt: money.paymentsOf(dancer.phone)[0]?.receipt,
    message: 'The money is in your wallet.',
    paybill: null,
    prompt: 'none',
  })
})

test('asks the account’s own phone where none is given, and says where there is none', async () => {
  const dancer = await newDancer()
  expect(await topUp(dancer, { phone_number: undefined })).toMatchObject({
    status: 400,
    json: { errors: { phone_number: ['This field is required.'] } },
  })
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [dancer.id, dancer.phone])
  const { json } = await topUp(dancer, { phone_number: undefined })
  await untilState(json.id, 'credited')
  expect(money.paymentsOf(dancer.phone)).toHaveLength(1)
})

test.each([9, 250_001, 10.5, '300', null])('an amount of %j is refused', async (amount) => {
  const { status: code, json } = await topUp(await newDancer(), { amount })
  expect([code, Object.keys(json.errors)]).toEqual([400, ['amount']])
})

test('needs KYC, is one’s own alone, and happens once under one key', async () => {
  const { access } = await signInAs('dancer')
  expect(await topUp({ id: '', access, phone: newPhone() })).toMatchObject({
    status: 403,
    json: { code: 'kyc_required' },
  })
  const [dancer, stranger] = [await newDancer(), await newDancer()]
  const key = { 'idempotency-key': newId() }
  const first = await topUp(dancer, {}, key)
  expect(await topUp(dancer, {}, key)).toEqual(first)
  await untilState(first.json.id, 'credited')
  // As where the process died after it had asked for the prompt: the answer is lost, not what was done.
  await db().query('DELETE FROM idempotent_answer WHERE key = $1', [key['idempotency-key']])
  expect(await topUp(dancer, {}, key)).toMatchObject({ status: 202, json: { id: first.json.id } })
  expect(money.promptsTo(dancer.phone)).toHaveLength(1)
  const params = { id: String(first.json.id) }
  expect((await send(status.GET, { access: stranger.access, params })).status).toBe(404)
})

test('a second prompt to a phone that has one is refused', async () => {
  money.mpesa.configure({ autoAccept: false })
  const dancer = await newDancer()
  const { json } = await topUp(dancer)
  expect(await topUp(dancer)).toMatchObject({ status: 409, json: { code: 'prompt_open' } })
  expect((await viewTopup(dancer, json.id)).status).toBe('pending')
  // Whoever opens the page anew finds it, and nobody else does.
  expect(await openTopupsOf(dancer)).toEqual([await viewTopup(dancer, json.id)])
  expect(await openTopupsOf(await newDancer())).toEqual([])
  money.mpesa.answer({ phone: dancer.phone, answer: 'cancel' })
  await untilState(json.id, 'declined')
  expect(await openTopupsOf(dancer)).toEqual([])
  expect(await viewTopup(dancer, json.id)).toMatchObject({
    status: 'failed',
    message: 'You cancelled the payment on your phone. Nothing was charged.',
  })
})

test('not answered in time it has expired; paid by Paybill after all it counts', async () => {
  const { dancer, id } = await topUpWith('no-answer')
  await untilState(id, 'awaiting')
  await money.passTime(61)
  await untilState(id, 'declined')
  const { status: word, paybill } = await viewTopup(dancer, id)
  expect(word).toBe('expired')
  const account = paybill?.account_number ?? ''
  await money.mpesa.payPaybill({ phone: dancer.phone, amountCents: 30_000n, account })
  await untilState(id, 'credited')
  expect(await walletWithHold(dancer.id)).toMatchObject({ posted: 30_000n })
})

test('where no prompt can be sent it says how to pay instead', async () => {
  const { json } = await topUpWith('busy')
  expect(json).toMatchObject({
    status: 'failed',
    paybill: { business_number: expect.any(String), account_number: expect.stringMatching(/^T/) },
  })
})

test.each(['error', 'ack-lost-before'] as const)(
  'after %s it says that a prompt may not come, and how to pay by Paybill; then another one may be asked for',
  async (outcome) => {
    const { dancer, id, json } = await topUpWith(outcome)
    const unsure = expect.stringContaining('We’re not sure that M-PESA sent a prompt')
    const paybill = { business_number: expect.any(String), account_number: expect.stringMatching(/^T/) }
    expect(json).toMatchObject({ status: 'pending', prompt: 'unsure', message: unsure, paybill })
    await money.passTime(91)
    expect(await viewTopup(dancer, id)).toMatchObject({
      status: 'pending',
      prompt: 'over',
      message: expect.stringContaining('the prompt has expired'),
      paybill,
    })
    const again = await topUp(dancer)
    await untilState(again.json.id, 'credited')
  },
)

test('after two that were cancelled the phone waits: its owner is told of Paybill, another account to come later', async () => {
  const { dancer, id } = await topUpWith('cancelled')
  await untilState(id, 'declined')
  money.mpesa.setNext({ phone: dancer.phone, outcome: 'cancelled' })
  await untilState((await topUp(dancer)).json.id, 'declined')
  expect(await topUp(dancer)).toMatchObject({
    status: 202,
    json: {
      status: 'failed',
      message: expect.stringContaining('You can pay by Paybill instead.'),
      paybill: { account_number: expect.stringMatching(/^T/) },
    },
  })
  expect(await topUp(await newDancer(), { phone_number: dancer.phone })).toMatchObject({
    status: 429,
    json: { code: 'prompts_paused', retry_after: expect.any(Number) },
  })
  expect(money.promptsTo(dancer.phone)).toHaveLength(2)
})

test('the same callback ten times at once credits once', async () => {
  const { dancer, id } = await topUpWith('ten-at-once')
  const outcomes = await untilSettled(id, 10)
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1)
  expect(await walletWithHold(dancer.id)).toMatchObject({ posted: 30_000n })
})

test('with acknowledgement and callback lost, the statement credits', async () => {
  const { dancer, id } = await topUpWith('ack-lost-silent')
  await untilState(id, 'submit_unknown')
  await pullStatement()
  await untilState(id, 'credited')
  expect(await walletWithHold(dancer.id)).toMatchObject({ posted: 30_000n })
})

test('another amount than was asked for waits in suspense', async () => {
  const { dancer, id } = await topUpWith('wrong-amount')
  expect(await untilState(id, 'review')).toMatchObject({ review_reason: 'wrong_amount' })
  expect(await viewTopup(dancer, id)).toMatchObject({ status: 'pending' })
  expect(await walletWithHold(dancer.id)).toMatchObject({ posted: 0n })
})
