// Money that moves outside of the product: proposed by one super admin, confirmed by another, posted once, listed with totals.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { contract, downloads } from '#lib/contract/all.ts'
import { addSeconds, nairobiDay, now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { signAccessToken } from '#lib/domain/accounts/access-token.ts'
import { noteCashDay } from '#lib/domain/cash/position.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import {
  booked,
  cashPosition,
  checkBalance,
  decideCash,
  listCash,
  MATCHES,
  propose,
} from '#tests/support/cash.ts'
import { countedGift, twoAdmins } from '#tests/support/desk-payments.ts'
import { pullStatement, setUpMoney } from '#tests/support/money.ts'
import { newEarner, sentPayout, untilPayout } from '#tests/support/payouts.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const both = await twoAdmins()
const [amina, brian] = both

/** What the ledger says of an account, in shillings, by its credit side. */
async function balance(kind: string): Promise<number> {
  const row = await firstRow<{ posted: bigint }>(
    db(),
    'SELECT posted FROM account WHERE kind = $1 AND owner_id IS NULL',
    [kind],
  )
  return Number(row?.posted ?? 0n) / 100
}

/** What the first balance opened the books with, and what the ledger said then. */
let opened = { utility: 0, ownerFunds: 0 }
beforeAll(async () => {
  await checkBalance(money)
  opened = {
    utility: Number(money.book.accounts().utilityCents) / 100,
    ownerFunds: await balance('owner_funds'),
  }
})

/** Each test ends with books that M-Pesa's balance agrees with. */
afterEach(async () => {
  expect(await checkBalance(money)).toBe(MATCHES)
})

const today = () => nairobiDay(now())

test('the first balance that M-Pesa tells opens the books, once', async () => {
  await checkBalance(money)
  const { results } = await listCash(amina, { kind: 'opening' })
  expect(results).toMatchObject([
    { place: null, changes: { utility: opened.utility }, status: 'confirmed', proposed_by: null },
  ])
  expect(results[0]).toMatchObject({ can_reverse: false, reference: expect.stringMatching(/^J[0-9A-Z]{8}$/) })
  expect(opened.ownerFunds).toBe(opened.utility)
})

test('nothing is posted before another super admin confirms it, and then once', async () => {
  money.mpesa.moveAccounts({ workingCents: 300_000n })
  const before = await balance('owner_funds')
  const body = {
    kind: 'owner_in',
    place: 'working',
    amount: 3_000,
    evidence: 'bank 17',
    note: 'Starting money',
  }
  const key = { 'idempotency-key': 'journal-key-0001' }
  const first = await propose(amina, body, key)
  expect(first).toMatchObject({ status: 201, json: { status: 'waiting', is_own: true, can_confirm: false } })
  const { id } = first.json
  expect((await propose(amina, body, key)).json.id).toBe(id)
  expect(await balance('owner_funds')).toBe(before)
  expect(await decideCash('confirm', amina, id)).toMatchObject({
    status: 403,
    json: { code: 'own_cash_journal' },
  })
  expect((await listCash(brian, { status: 'waiting' })).results).toMatchObject([{ id, can_confirm: true }])
  // Twice at once, as where the answer to the first was lost.
  const confirmed = await Promise.all([decideCash('confirm', brian, id), decideCash('confirm', brian, id)])
  expect(confirmed.map(({ status, json }) => [status, json.status])).toEqual([
    [200, 'confirmed'],
    [200, 'confirmed'],
  ])
  for (const word of ['confirm', 'reject'] as const)
    expect(await decideCash(word, amina, id)).toMatchObject({
      status: 409,
      json: { code: 'already_decided' },
    })
  expect(await balance('owner_funds')).toBe(before + 3_000)
  const audited = await rows<{ action: string }>(
    db(),
    `SELECT action FROM audit_event WHERE subject_type = 'cash_journal' AND subject_id = $1 ORDER BY id`,
    [id],
  )
  expect(audited[0]?.action).toBe('cash_journal.proposed')
  expect(audited).toHaveLength(2)
  money.mpesa.moveAccounts({ workingCents: -300_000n })
  await booked(both, { kind: 'owner_out', place: 'working', amount: 3_000 })
})

test.each([
  ['to_bank', 'working', { working: -50, bank: 50 }],
  ['to_bank', 'utility', { utility: -50, bank: 50 }],
  ['float_in', 'utility', { utility: 50, bank: -50 }],
  ['float_in', 'working', { working: 50, bank: -50 }],
  ['mpesa_move', 'working', { working: -50, utility: 50 }],
  ['mpesa_move', 'utility', { utility: -50, working: 50 }],
  ['mpesa_charge', 'utility', { utility: -50, mpesa_charges: 50 }],
  ['bank_charge', 'bank', { bank: -50, bank_charges: 50 }],
  ['owner_in', 'bank', { bank: 50, owner_funds: 50 }],
  ['owner_out', 'utility', { utility: -50, owner_funds: -50 }],
] as const)(
  '%s of %s moves the accounts that it names, and is taken back whole',
  async (kind, place, moved) => {
    const kinds = { working: 'mpesa_collection', utility: 'mpesa_float' } as const
    const side = (name: string) => (name === 'owner_funds' ? 1 : -1)
    const names = ['working', 'utility', 'bank', 'mpesa_charges', 'bank_charges', 'owner_funds']
    const read = async () => {
      const found: Record<string, number> = {}
      for (const name of names)
        found[name] =
          side(name) * (await balance(name === 'working' || name === 'utility' ? kinds[name] : name))
      return found
    }
    const before = await read()
    const journal = await booked(both, { kind, place, amount: 50 })
    const after = await read()
    const expected = { ...Object.fromEntries(names.map((name) => [name, 0])), ...moved }
    expect(Object.fromEntries(names.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]))).toEqual(
      expected,
    )
    // It was a mistake: two people take it back, once.
    const reversal = await decideCash('reverse', brian, journal.id, { note: 'Entered twice' })
    expect(reversal).toMatchObject({ status: 201, json: { reverses: journal.reference, status: 'waiting' } })
    expect((await decideCash('reverse', brian, journal.id, { note: 'Again' })).json.code).toBe(
      'not_reversible',
    )
    expect((await decideCash('confirm', amina, reversal.json.id)).status).toBe(200)
    expect(await read()).toEqual(before)
    expect((await decideCash('reverse', brian, journal.id, { note: 'Again' })).json.code).toBe(
      'not_reversible',
    )
  },
)

test('what cannot be is refused: another account, a day to come, a receipt twice', async () => {
  const tomorrow = nairobiDay(addSeconds(now(), 86_400))
  expect(
    (await propose(amina, { kind: 'bank_charge', place: 'working', amount: 5 })).json.errors,
  ).toHaveProperty('place')
  expect(
    (await propose(amina, { kind: 'bank_charge', place: 'bank', amount: 5, happened_on: tomorrow })).json
      .errors,
  ).toHaveProperty('happened_on')
  expect((await propose(amina, { kind: 'opening', place: 'bank', amount: 5 })).status).toBe(400)
  const charge = { kind: 'mpesa_charge', place: 'utility', amount: 23, evidence: 'rkl12charg' }
  const { json } = await propose(amina, charge)
  expect(await propose(brian, charge)).toMatchObject({ status: 409, json: { code: 'receipt_used' } })
  expect((await decideCash('reject', amina, json.id, {})).json).toMatchObject({ status: 'rejected' })
  const again = await propose(brian, charge)
  expect(again.status).toBe(201)
  await decideCash('reject', brian, again.json.id)
})

test('a charge in the statement replaces the proposal of it', async () => {
  const { phone } = await countedGift(money, 1)
  const receipt = money.mpesa.charge({ phone, amountCents: 700n })
  const charge = { kind: 'mpesa_charge', place: 'working', amount: 9, evidence: receipt }
  const { id } = (await propose(amina, charge)).json
  const before = await balance('mpesa_charges')
  await pullStatement()
  await until('the charge is booked', async () => (await balance('mpesa_charges')) === before - 7)
  expect(await decideCash('confirm', brian, id)).toMatchObject({
    status: 409,
    json: { code: 'already_decided' },
  })
  expect((await listCash(amina, { search: receipt })).results).toHaveLength(2)
})

test('charges that the statement lists are booked by themselves, each once, and are no payments', async () => {
  const { phone } = await countedGift(money, 4)
  const receipt = money.mpesa.charge({ phone, amountCents: 1_150n })
  const before = await balance('mpesa_charges')
  await pullStatement()
  await until('the charge is booked', async () => (await balance('mpesa_charges')) !== before)
  await pullStatement()
  await checkBalance(money)
  expect(await balance('mpesa_charges')).toBe(before - 11.5)
  const { results, totals } = await listCash(amina, { search: receipt })
  expect(results).toMatchObject([
    { kind: 'mpesa_charge', place: 'working', amount: 11.5, status: 'confirmed', proposed_by: null },
  ])
  expect(totals).toMatchObject({ mpesa_charges: 11.5, working: -11.5 })
  const found = await rows(db(), 'SELECT receipt FROM mpesa_receipt WHERE receipt = $1', [receipt])
  expect(found).toEqual([])
})

test('the list is searched, filtered and summed, and is taken away as a file', async () => {
  const taken = await booked(both, { kind: 'bank_charge', place: 'bank', amount: 60, note: 'Fee of week 48' })
  await booked(both, { kind: 'bank_charge', place: 'bank', amount: 40, note: 'Fee of week 49' })
  const all = await listCash(amina, { kind: 'bank_charge', search: 'fee of week' })
  expect(all).toMatchObject({ count: 2, totals: { bank: -100, bank_charges: 100, working: 0 } })
  expect(await listCash(amina, { search: taken.reference })).toMatchObject({ count: 1 })
  expect(await listCash(amina, { search: 'fee of week', to: '2025-01-01' })).toMatchObject({ count: 0 })
  expect(await listCash(amina, { search: 'fee of week', from: today(), to: today() })).toMatchObject({
    count: 2,
  })
  const file = await loadRoute(downloads.cash)
  const answer = await send(file.GET, {
    access: await signAccessToken(amina),
    query: { search: 'fee of week' },
  })
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.join('\n')).toMatch(
    new RegExp(`^${today()},\\w+,bank_charge,bank,60,0,0,-60,,Fee of week 48,confirmed`, 'm'),
  )
  for (const kept of all.results) {
    const { json } = await decideCash('reverse', brian, kept.id, { note: 'Test' })
    await decideCash('confirm', amina, json.id)
  }
})

test('the position says what M-Pesa holds, what is owed and what is free, and keeps a line a day', async () => {
  await countedGift(money, 10)
  const earner = await newEarner(money)
  await untilPayout(await sentPayout(earner, 100), 'paid')
  money.mpesa.configure({ unclearedCents: 700 })
  await checkBalance(money)
  const first = await cashPosition(amina)
  const { workingCents, utilityCents } = money.book.accounts()
  expect(first).toMatchObject({
    mpesa: { working: Number(workingCents) / 100, utility: Number(utilityCents) / 100, uncleared: 7 },
    books: { working: Number(workingCents) / 100, utility: Number(utilityCents) / 100, bank: 0 },
    difference: { working: 0, utility: 0 },
    is_short: false,
  })
  const { total, ...parts } = first.owed
  expect(total).toBeCloseTo(Object.values(parts).reduce((sum, part) => sum + part, 0))
  expect(first.free).toBeCloseTo(first.books.working + first.books.utility - total)

  // Somebody has taken all that was free, and more: nobody has entered it yet.
  const gone = BigInt(Math.round(first.free * 100)) + 5_000n
  money.mpesa.moveAccounts({ utilityCents: -gone })
  await checkBalance(money)
  const short = await cashPosition(amina)
  expect(short).toMatchObject({ is_short: true, free: -50, difference: { utility: -Number(gone) / 100 } })
  await booked(both, { kind: 'to_bank', place: 'utility', amount: Number(gone) / 100 })
  expect(await cashPosition(amina)).toMatchObject({
    is_short: true,
    free: -50,
    difference: { utility: 0 },
    books: { bank: Number(gone) / 100 },
  })
  await noteCashDay()
  money.mpesa.moveAccounts({ utilityCents: gone })
  await booked(both, { kind: 'float_in', place: 'utility', amount: Number(gone) / 100 })
  await noteCashDay()
  await noteCashDay()
  const { days } = await cashPosition(amina)
  expect(days).toMatchObject([{ day: today(), free: first.free, owed: total, bank: 0 }])
})

test('a journal explains no difference of a balance that was read before the money moved', async () => {
  await checkBalance(money)
  money.mpesa.moveAccounts({ workingCents: 5_000n })
  await checkBalance(money)
  expect((await cashPosition(amina)).difference.working).toBe(50)
  money.mpesa.moveAccounts({ workingCents: 300_000n })
  await booked(both, { kind: 'owner_in', place: 'working', amount: 3_000 })
  expect((await cashPosition(amina)).difference.working).toBe(50)
  await checkBalance(money)
  const mistaken = await booked(both, { kind: 'owner_in', place: 'working', amount: 200 })
  await checkBalance(money)
  expect((await cashPosition(amina)).difference.working).toBe(-150)
  const { json } = await decideCash('reverse', brian, mistaken.id, { note: 'Entered twice' })
  await decideCash('confirm', amina, json.id)
  expect((await cashPosition(amina)).difference.working).toBe(50)
  const yesterday = nairobiDay(addSeconds(now(), -86_400))
  await booked(both, { kind: 'owner_in', place: 'working', amount: 80, happened_on: yesterday })
  await checkBalance(money)
  expect((await cashPosition(amina)).difference.working).toBe(-30)
  await booked(both, { kind: 'mpesa_charge', place: 'working', amount: 30 })
  expect((await cashPosition(amina)).difference.working).toBe(0)
})

test('M-Pesa is asked for its balance after a journal was confirmed', async () => {
  await checkBalance(money)
  const asked = () => money.mpesa.requests('/mpesa/accountbalance/v1/query').length
  const before = asked()
  money.mpesa.moveAccounts({ workingCents: 5_000n })
  const { json } = await propose(amina, { kind: 'owner_in', place: 'working', amount: 50 })
  expect(asked()).toBe(before)
  expect((await decideCash('confirm', brian, json.id)).status).toBe(200)
  await until('M-Pesa is asked', () => asked() > before)
})

test('revenue that was paid out is not transferred to prizes any more', async () => {
  const wallets = await loadRoute(contract.admin.wallets)
  const transfer = await loadRoute(contract.admin.transfer)
  const access = await signAccessToken(amina)
  await countedGift(money, 100)
  const read = async () => (await (await send(wallets.GET, { access })).json()).results
  const of = async (kind: string) =>
    (await read()).find(({ wallet_type }: { wallet_type: string }) => wallet_type === kind)
  const revenue = await of('platform_revenue')
  expect(revenue.transferable).toBe(revenue.amount)
  const { free } = await cashPosition(amina)
  const leaves = free - 100
  money.mpesa.moveAccounts({ utilityCents: -BigInt(Math.round(leaves * 100)) })
  await booked(both, { kind: 'to_bank', place: 'utility', amount: leaves })
  const after = await of('platform_revenue')
  expect(after).toMatchObject({ amount: revenue.amount, transferable: 100 })
  // More than the bank has by the books: a deposit is missing, or it was revenue.
  const { bank } = (await cashPosition(amina)).books
  await booked(both, { kind: 'owner_out', place: 'bank', amount: bank + 40 })
  expect(await of('platform_revenue')).toMatchObject({ transferable: 60 })
  await booked(both, { kind: 'owner_in', place: 'bank', amount: bank + 40 })
  const asked = async (amount: number) => {
    const body = {
      source_wallet_id: after.id,
      destination_wallet_id: (await of('prize_pool')).id,
      amount,
      description: 'Prizes',
    }
    return send(transfer.POST, { method: 'POST', access: await signAccessToken(amina), body })
  }
  const refused = await asked(100.01)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'insufficient_balance' })
  expect((await asked(100)).status).toBe(200)
  expect(await cashPosition(amina)).toMatchObject({ free: 0, is_short: false })
  // Payouts of other tests need the money.
  money.mpesa.moveAccounts({ utilityCents: BigInt(Math.round(leaves * 100)) })
  await booked(both, { kind: 'float_in', place: 'utility', amount: leaves })
})

test('tax goes to the authority by two people, and no more of it than was withheld', async () => {
  await countedGift(money)
  const accounts = await systemAccounts()
  await postJournals(db(), [
    {
      key: 'test:withheld',
      type: 'test',
      sourceType: 'test',
      sourceId: 'tax',
      actor: 'test',
      occurredAt: now(),
      entries: [
        { accountId: systemAccount(accounts, 'platform_revenue'), amount: -3_000n },
        { accountId: systemAccount(accounts, 'withholding_tax'), amount: 3_000n },
      ],
    },
  ])
  const much = await propose(amina, { kind: 'tax_payment', place: 'bank', amount: 30.5, evidence: 'KRA-1' })
  expect(await decideCash('confirm', brian, much.json.id)).toMatchObject({
    status: 409,
    json: {
      code: 'tax_payment_too_much',
      error: 'You can pay at most KES 30, the withheld tax that is owed.',
    },
  })
  const typo = await propose(amina, {
    kind: 'to_bank',
    place: 'working',
    amount: 99_999_999,
    evidence: 'T-1',
  })
  expect(await decideCash('confirm', brian, typo.json.id)).toMatchObject({
    status: 409,
    json: { code: 'mpesa_overdrawn', error: expect.stringContaining('By the books M-PESA holds KES ') },
  })
  const bank = await balance('bank')
  await booked(both, { kind: 'tax_payment', place: 'bank', amount: 30, evidence: 'KRA-2' })
  expect([await balance('withholding_tax'), await balance('bank')]).toEqual([0, bank + 30])
  for (const { json } of [much, typo]) await decideCash('reject', brian, json.id)
  await booked(both, { kind: 'owner_in', place: 'bank', amount: 30 })
})
