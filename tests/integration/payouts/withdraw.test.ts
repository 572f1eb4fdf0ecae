import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { nairobiParts, nairobiTime, now, withClock } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { login } from '#lib/domain/accounts/commands.ts'
import { approvePayout } from '#lib/domain/payouts/approve.ts'
import { cancelOwn } from '#lib/domain/payouts/cancel.ts'
import { expectedBy, nextPayoutTime, PHONE_WAIT_SECONDS } from '#lib/domain/payouts/policy.ts'
import { requestWithdrawal } from '#lib/domain/payouts/request.ts'
import { forgetSettings } from '#lib/domain/settings/queries.ts'
import { newDancer } from '#tests/support/dancers.ts'
import { mailsTo, startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { stepOverMidnight } from '#tests/support/midnight.ts'
import { newPhone, setUpMoney } from '#tests/support/money.ts'
import { sendHeld } from '#tests/support/notifications.ts'
import {
  makeDue,
  newEarner,
  ordersFor,
  payoutOf,
  sentPayout,
  untilPayout,
  walletWithHold,
  withdraw,
  withdrawalsOf,
  withdrawn,
  workPayouts,
} from '#tests/support/payouts.ts'
import { password, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

const money = setUpMoney()
const cancelling = await loadRoute(contract.wallets.cancelWithdrawal)
const cancellingByMail = await loadRoute(contract.wallets.cancelByMail)
const transactions = await loadRoute(contract.wallets.transactions)
let endMailbox: () => Promise<void>
beforeAll(async () => {
  endMailbox = await startMailbox()
})
afterAll(() => endMailbox())

async function cancel(access: string, reference: string) {
  const answer = await send(cancelling.POST, { method: 'POST', access, params: { reference } })
  return { status: answer.status, json: await answer.json() }
}

async function cancelByMail(token: string) {
  const answer = await send(cancellingByMail.POST, { method: 'POST', body: { token } })
  return { status: answer.status, json: await answer.json() }
}

async function emailOf(id: string): Promise<string> {
  const row = await firstRow<{ email: string }>(db(), 'SELECT email FROM app_user WHERE id = $1', [id])
  return row?.email ?? ''
}

describe('asking for a withdrawal', () => {
  test('holds the amount at once, and says when it is paid', async () => {
    await stepOverMidnight(money)
    const earner = await newEarner(money)
    const due = nextPayoutTime(now())
    const { status, json } = await withdraw(earner, { amount: 100, description: 'School fees' })
    expect(status).toBe(201)
    expect(json).toEqual({
      transaction_reference: expect.stringMatching(/^W[0-9A-Z]{10}$/),
      status: 'pending',
      amount: 100,
      expected_by: new Date(due.getTime() + 9 * 3_600_000).toISOString(),
    })
    expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 10_000n })
    expect(await withdrawalsOf(earner)).toMatchObject([
      {
        transaction_reference: json.transaction_reference,
        status: 'pending',
        amount: 100,
        phone_number: earner.phone,
        receipt: null,
        can_cancel: true,
        failure: null,
      },
    ])
    expect(await withdraw(earner, { amount: 51 })).toMatchObject({
      status: 400,
      json: { code: 'insufficient_balance' },
    })
    await workPayouts()
    expect((await payoutOf(json.transaction_reference)).state).toBe('requested')
  })

  test('that M-Pesa refuses says why, and its money is back', async () => {
    const earner = await newEarner(money)
    money.mpesa.setNext({ api: 'b2c', phone: earner.phone, outcome: 'unregistered' })
    await untilPayout(await sentPayout(earner, 100), 'failed')
    expect(await withdrawalsOf(earner)).toMatchObject([{ status: 'failed', failure: 'not_registered' }])
    expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 0n })
  })

  test('is refused without KYC, and to staff', async () => {
    const [dancer, officer] = await Promise.all([signInAs('dancer'), signInAs('compliance_officer')])
    const phone = '254712345678'
    const order = { id: '', access: dancer.access, phone }
    expect(await withdraw(order, { amount: 10 })).toEqual({
      status: 403,
      json: { error: 'KYC approval is required.', code: 'kyc_required' },
    })
    expect((await withdraw({ ...order, access: officer.access }, { amount: 10 })).status).toBe(403)
  })

  test('an open one is listed to its owner however old it is, and of those that are over the newest twenty', async () => {
    const earner = await newEarner(money)
    const open = await withdrawn(earner, 10)
    const ended: string[] = []
    for (let n = 0; n < 21; n++) {
      const one = await requestWithdrawal({
        ownerId: earner.id,
        phone: earner.phone,
        amount: 10,
        description: '',
      })
      await cancelOwn(earner.id, one.transaction_reference, '')
      ended.unshift(one.transaction_reference)
    }
    const listed = await withdrawalsOf(earner)
    expect(listed.map((one) => one.transaction_reference)).toEqual([...ended.slice(0, 20), open])
  })

  test.each([
    [{ amount: 9 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: -50 }, 'amount'],
    [{ amount: 10.5 }, 'amount'],
    [{ amount: 250_001 }, 'amount'],
    [{ amount: '100' }, 'amount'],
    [{}, 'amount'],
    [{ amount: 10, phone_number: '071234567' }, 'phone_number'],
    [{ amount: 10, phone_number: '4471234567890' }, 'phone_number'],
    [{ amount: 10, phone_number: undefined }, 'phone_number'],
  ])('%j is refused by its field', async (body, field) => {
    const { status, json } = await withdraw(await newDancer(), body)
    expect([status, Object.keys(json.errors), json.code]).toEqual([400, [field], 'invalid'])
  })

  test.each([' 0712 345 678 ', '\u202a00254 (0) 712\u2013345\u2013678\u202c'])(
    'the number %j is taken as it was typed',
    async (typed) => {
      const earner = await newEarner(money)
      const { json } = await withdraw(earner, { amount: 10, phone_number: typed })
      expect(await payoutOf(json.transaction_reference)).toMatchObject({ phone: '254712345678' })
    },
  )

  test('under one key happens once', async () => {
    const earner = await newEarner(money)
    const key = { 'idempotency-key': newId() }
    const first = await withdraw(earner, { amount: 60 }, key)
    expect(await withdraw(earner, { amount: 60 }, key)).toEqual(first)
    expect((await withdraw(earner, { amount: 70 }, key)).status).toBe(422)
    expect(await walletWithHold(earner.id)).toMatchObject({ held: 6_000n })
  })

  test('what is held, only the database’s own function writes', async () => {
    const earner = await newEarner(money)
    const reference = await withdrawn(earner, 100)
    for (const attack of [
      `UPDATE account SET held = 0 WHERE owner_id = '${earner.id}'`,
      `UPDATE payout SET is_held = false WHERE reference = '${reference}'`,
      `UPDATE payout SET amount = 1000 WHERE reference = '${reference}'`,
      `DELETE FROM payout WHERE reference = '${reference}'`,
    ])
      await expect(db().query(attack), attack).rejects.toMatchObject({ code: '42501' })
    const { id } = await payoutOf(reference)
    const twice = `SELECT hold_payout('${id}', true), hold_payout('${id}', true)`
    await db().query(twice)
    expect(await walletWithHold(earner.id)).toMatchObject({ held: 10_000n })
  })
})

test('is paid from nine on the next working day, and told: journal, receipt, mails', async () => {
  const earner = await newEarner(money)
  const email = await emailOf(earner.id)
  const reference = await withdrawn(earner, 100)
  // The mails leave in two ways: this one has arrived before there is anything to write in the other.
  await untilMailed(email)
  const { approve_after } = await payoutOf(reference)
  const left = (approve_after.getTime() - now().getTime()) / 1_000
  await money.passTime(left - 60)
  await workPayouts()
  expect((await payoutOf(reference)).state).toBe('requested')
  await money.passTime(61)
  await workPayouts()
  const { receipt } = await untilPayout(reference, 'paid')
  const again = await signInAsAgain(earner.id)
  expect(await withdrawalsOf({ ...earner, access: again })).toMatchObject([
    { status: 'completed', receipt, can_cancel: false },
  ])
  const page = await (await send(transactions.GET, { access: again })).json()
  expect(page.results[0]).toMatchObject({
    type: 'withdrawal',
    amount: -100,
    balance_after: 50,
    description: 'Withdrawal to M-PESA',
    reference: receipt,
  })
  await sendHeld()
  await untilMailed(email, 2)
  const [asked, paid] = await mailsTo(email)
  expect(asked?.subject).toBe('Your withdrawal of KES 100 was requested')
  expect(asked?.text).toContain(`- Ref: ${reference}`)
  expect(asked?.text).toContain(`- To: +${earner.phone}`)
  expect(paid?.subject).toBe('Your withdrawal of KES 100 was paid')
  expect(paid?.text).toContain(`- M-PESA receipt: ${receipt}`)
})

/** A session of now: the former one's token has ended meanwhile. */
async function signInAsAgain(userId: string): Promise<string> {
  const email = await emailOf(userId)
  return (await login({ email, password, address: '10.1.2.3', userAgent: 'test' })).access
}

describe('calling it off', () => {
  test('frees the money, until it is sent, and only for its owner', async () => {
    const [earner, stranger] = [await newEarner(money), await newDancer()]
    const reference = await withdrawn(earner, 100)
    expect((await cancel(stranger.access, reference)).status).toBe(404)
    const answer = { status: 200, json: { transaction_reference: reference, status: 'cancelled' } }
    expect(await cancel(earner.access, reference)).toEqual(answer)
    expect(await cancel(earner.access, reference)).toEqual(answer)
    expect(await walletWithHold(earner.id)).toEqual({ posted: 15_000n, held: 0n })
    await makeDue(reference)
    await workPayouts()
    expect(ordersFor(money, earner.phone)).toEqual([])

    const sent = await sentPayout(earner, 150)
    await untilPayout(sent, 'paid')
    expect(await cancel(earner.access, sent)).toMatchObject({
      status: 409,
      json: { code: 'not_cancellable' },
    })
  })

  test('works by the mailed link, and by no other', async () => {
    const earner = await newEarner(money)
    const reference = await withdrawn(earner, 100)
    const mail = await untilMailed(await emailOf(earner.id))
    const token = /\/cancel-withdrawal\?token=([0-9a-f]+)/.exec(mail.text)?.[1] ?? ''
    const forged = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
    for (const wrong of [forged, 'x', token.slice(32), `${newId().replaceAll('-', '')}${token.slice(32)}`])
      expect(await cancelByMail(wrong)).toMatchObject({ status: 400, json: { code: 'bad_link' } })
    expect((await payoutOf(reference)).state).toBe('requested')
    expect(await cancelByMail(token)).toMatchObject({ status: 200 })
    expect(await walletWithHold(earner.id)).toMatchObject({ held: 0n })
  })

  test('and sending it at the same moment: one of the two happens', async () => {
    for (let n = 0; n < 5; n++) {
      const earner = await newEarner(money)
      const reference = await withdrawn(earner, 150)
      await makeDue(reference)
      const [{ status }] = await Promise.all([cancel(earner.access, reference), workPayouts()])
      const payout = await untilPayout(reference, 'paid', 'cancelled')
      expect([status, payout.state]).toEqual(payout.state === 'paid' ? [409, 'paid'] : [200, 'cancelled'])
      expect(money.paymentsOf(earner.phone)).toHaveLength(payout.state === 'paid' ? 1 : 0)
    }
  })
})

test('above the threshold two people say yes, neither of them its owner nor one person twice', async () => {
  await db().query(`INSERT INTO setting (key, value) VALUES ('payout_second_approval_above', '100')`)
  forgetSettings()
  const earner = await newEarner(money)
  const reference = await withdrawn(earner, 101)
  const { id } = await payoutOf(reference)
  const small = await withdrawn(earner, 49)
  await makeDue(reference)
  await makeDue(small)
  await workPayouts()
  await untilPayout(small, 'paid')
  const [first, second] = await Promise.all([signInAs('super_admin'), signInAs('super_admin')])
  expect(await approvePayout(first.user.id, id)).toBe(1)
  expect(await approvePayout(first.user.id, id)).toBe(1)
  await expect(approvePayout(earner.id, id)).rejects.toThrow('You don’t have permission')
  await workPayouts()
  expect((await payoutOf(reference)).state).toBe('requested')
  expect(await approvePayout(second.user.id, id)).toBe(2)
  await workPayouts()
  await untilPayout(reference, 'paid')
  await expect(approvePayout(second.user.id, id)).rejects.toMatchObject({ code: 'not_waiting' })
  await db().query('DELETE FROM setting')
  forgetSettings()
})

test('waits a day after a change of the phone number, and while the account is closed', async () => {
  const earner = await newEarner(money)
  const change = (moment: Date) =>
    db().query('UPDATE app_user SET phone_changed_at = $2 WHERE id = $1', [earner.id, moment])
  await change(now())
  const reference = await withdrawn(earner, 100)
  await makeDue(reference)
  await workPayouts()
  expect((await payoutOf(reference)).state).toBe('requested')
  // Closed before the day is over: in between the worker's own clock would pay it.
  await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [earner.id])
  await change(new Date(now().getTime() - 86_400_000))
  await workPayouts()
  expect((await payoutOf(reference)).state).toBe('requested')
  await db().query('UPDATE app_user SET is_active = true WHERE id = $1', [earner.id])
  await workPayouts()
  await untilPayout(reference, 'paid')
})

test('asked for just after the number was changed, the day of payment says so', async () => {
  await stepOverMidnight(money)
  const earner = await newEarner(money)
  const free = nextPayoutTime(now()).getTime() + 60_000
  await db().query('UPDATE app_user SET phone_changed_at = $2 WHERE id = $1', [
    earner.id,
    new Date(free - 86_400_000),
  ])
  const reference = await withdrawn(earner, 100)
  expect((await payoutOf(reference)).approve_after).toEqual(nextPayoutTime(nextPayoutTime(now())))
})

/** Ten in the morning before a working day: what is asked for then is paid in 23 hours, where nothing holds it up. */
function beforeWorkingDay(): Date {
  const { year, month, day } = nairobiParts(now())
  for (let ahead = 1; ; ahead++) {
    const ten = nairobiTime(year, month, day + ahead, 10)
    if (nextPayoutTime(ten).getTime() - ten.getTime() === 23 * 3_600_000) return ten
  }
}

describe('a number that a withdrawal names', () => {
  let [asked, next, dayLater] = [now(), now(), now()]
  beforeAll(() => {
    asked = beforeWorkingDay()
    next = nextPayoutTime(asked)
    dayLater = nextPayoutTime(next)
  })

  /** When a withdrawal of KES 10 that is asked for at `asked` is paid. */
  async function paidAfter({ id: ownerId }: { id: string }, phone: string): Promise<Date> {
    const order = { ownerId, amount: 10, phone, description: '' }
    const answer = await withClock(
      () => asked,
      () => requestWithdrawal(order),
    )
    const { approve_after } = await payoutOf(answer.transaction_reference)
    expect(answer.expected_by).toBe(expectedBy(approve_after).toISOString())
    return approve_after
  }

  test('and that is new waits a day at least', async () => {
    const earner = await newEarner(money)
    expect(dayLater.getTime() - asked.getTime()).toBeGreaterThanOrEqual(PHONE_WAIT_SECONDS * 1_000)
    expect(await paidAfter(earner, newPhone())).toEqual(dayLater)
    // Nor does it pass for known because it was named before.
    const phone = newPhone()
    expect(await paidAfter(earner, phone)).toEqual(dayLater)
    expect(await paidAfter(earner, phone)).toEqual(dayLater)
    await db().query(`UPDATE app_user SET phone_number = '' WHERE id = $1`, [earner.id])
    expect(await paidAfter(earner, earner.phone)).toEqual(dayLater)
  })

  test('and that is the profile’s own waits for the next working day alone, however it is written there', async () => {
    const earner = await newEarner(money)
    expect(await paidAfter(earner, earner.phone)).toEqual(next)
    const national = earner.phone.slice(3)
    for (const written of [`+254 ${national}`, `0${national.slice(0, 3)} ${national.slice(3)}`]) {
      await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [earner.id, written])
      expect(await paidAfter(earner, earner.phone)).toEqual(next)
    }
  })

  test('and that was paid before is known, to its owner alone and only as long as the profile’s stays', async () => {
    const [earner, other] = await Promise.all([newEarner(money), newEarner(money)])
    const phone = newPhone()
    const reference = await sentPayout({ ...earner, phone }, 50)
    await untilPayout(reference, 'paid')
    expect(await paidAfter(earner, phone)).toEqual(next)
    expect(await paidAfter(other, phone)).toEqual(dayLater)
    await db().query('UPDATE app_user SET phone_changed_at = $2 WHERE id = $1', [earner.id, asked])
    expect(await paidAfter(earner, phone)).toEqual(dayLater)
  })

  test('and to which nothing was paid is new: called off, failed, or on its way', async () => {
    const earner = await newEarner(money)
    const [cancelled, failed, waiting] = [newPhone(), newPhone(), newPhone()]
    await cancel(earner.access, await withdrawn({ ...earner, phone: cancelled }, 10))
    money.mpesa.setNext({ api: 'b2c', phone: failed, outcome: 'unregistered' })
    await untilPayout(await sentPayout({ ...earner, phone: failed }, 10), 'failed')
    await withdrawn({ ...earner, phone: waiting }, 10)
    for (const phone of [cancelled, failed, waiting]) expect(await paidAfter(earner, phone)).toEqual(dayLater)
  })
})
