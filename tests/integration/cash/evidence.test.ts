// The evidence of cash journals: an M-Pesa receipt or a bank reference, once for each kind, in the exported ledger too.
import { afterEach, expect, test } from 'vitest'
import { ledgerFormats } from '#lib/domain/accounting/export-ledger.ts'
import { everyJournal } from '#lib/domain/accounting/read-journals.ts'
import { booked, checkBalance, decideCash, MATCHES, propose } from '#tests/support/cash.ts'
import { countedGift, twoAdmins } from '#tests/support/desk-payments.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { asOwner } from '#tests/support/owner.ts'

const money = setUpMoney()
const both = await twoAdmins()
const [amina, brian] = both

/** Each test ends with books that M-Pesa's balance agrees with. */
afterEach(async () => {
  expect(await checkBalance(money)).toBe(MATCHES)
})

test('a bank reference proves one journal of a kind, in capitals or not', async () => {
  const journal = { kind: 'bank_charge', place: 'bank', amount: 60, evidence: 'Fees/week 48' }
  const { id } = await booked(both, journal)
  const again = { ...journal, amount: 61, evidence: ' FEES/WEEK 48 ' }
  expect(await propose(brian, again)).toMatchObject({
    status: 409,
    json: { error: 'Another journal of this kind already has this receipt or bank reference.' },
  })
  const { json } = await decideCash('reverse', brian, id, { note: 'Test' })
  await decideCash('confirm', amina, json.id)
  const right = await propose(brian, again)
  expect(right.status).toBe(201)
  await decideCash('reject', brian, right.json.id)
  expect((await propose(brian, again)).status).toBe(201)
})

test('a receipt of a payment is no evidence of other money, and a reversed journal frees its receipt', async () => {
  const { receipt } = await countedGift(money, 1)
  const wrong = { kind: 'owner_in', place: 'working', amount: 50, evidence: receipt }
  expect(await propose(amina, wrong)).toMatchObject({ status: 409, json: { code: 'receipt_used' } })
  // M-Pesa reports the payment after the journal was proposed.
  const early = await propose(amina, { ...wrong, evidence: 'RKL12OWNER' })
  await asOwner((owner) =>
    owner.query('UPDATE cash_journal SET receipt = $2 WHERE id = $1', [early.json.id, receipt]),
  )
  expect(await decideCash('confirm', brian, early.json.id)).toMatchObject({
    status: 409,
    json: { code: 'receipt_used' },
  })
  await decideCash('reject', brian, early.json.id)

  const mistaken = { kind: 'to_bank', place: 'working', amount: 50, evidence: 'RKL12BANK1' }
  const { id } = await booked(both, mistaken)
  expect((await propose(amina, mistaken)).json.code).toBe('receipt_used')
  const reversal = await decideCash('reverse', brian, id, { note: 'It was 40' })
  expect((await propose(amina, mistaken)).json.code).toBe('receipt_used')
  await decideCash('confirm', amina, reversal.json.id)
  const right = await booked(both, { ...mistaken, amount: 40 })
  const again = await decideCash('reverse', brian, right.id, { note: 'Test' })
  await decideCash('confirm', amina, again.json.id)
})

test('the exported ledger has the entered evidence, the number on the screen, and the other side', async () => {
  const charge = await booked(both, { kind: 'bank_charge', place: 'bank', amount: 60, evidence: 'T1BANK1' })
  const { json } = await decideCash('reverse', brian, charge.id, { note: 'Test' })
  await decideCash('confirm', amina, json.id)
  const lines: string[] = []
  for await (const journals of everyJournal()) lines.push(...ledgerFormats.csv.write(journals).split('\r\n'))
  const found = lines.filter((line) => line.includes('T1BANK1'))
  expect(found.map((line) => line.split(',').slice(4))).toEqual([
    ['bank_charge', 'Assets:Bank', '', '60', 'T1BANK1', charge.reference, 'Bank'],
    ['bank_charge', 'Expenses:Bank', '60', '', 'T1BANK1', charge.reference, 'Bank'],
    ['cash_reversed', 'Assets:Bank', '60', '', 'T1BANK1', json.reference, 'Bank'],
    ['cash_reversed', 'Expenses:Bank', '', '60', 'T1BANK1', json.reference, 'Bank'],
  ])
  let text = ''
  for await (const journals of everyJournal()) text += ledgerFormats.beancount.write(journals)
  expect(text).toMatch(
    new RegExp(
      `"Bank" "bank_charge T1BANK1"\\n(?: {2}\\w+: "[^"]+"\\n)+ {2}number: "${charge.reference}"\\n`,
    ),
  )
})
