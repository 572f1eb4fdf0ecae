// The page of each person and of each phone that pays: "where is my money?" is answered from one of them.
import { describe, expect, test } from 'vitest'
import { contract, downloads } from '#lib/contract/all.ts'
import { payerSections, personSections } from '#lib/contract/people/constants.ts'
import { newId } from '#lib/core/ids.ts'
import { pressSubscribe, untilPayment } from '#tests/support/dancers.ts'
import { signedInAs } from '#tests/support/desk-payments.ts'
import { newPhone, order, receiptOf, setUpMoney, untilState } from '#tests/support/money.ts'
import { makeDue, newEarner, payoutOf, sentPayout, untilPayout, withdrawn } from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask, auditOf, handInKyc } from '#tests/support/review.ts'
import { escalateSignal, ringOf } from '#tests/support/rings.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

const money = setUpMoney()
const admin = await signInAs('super_admin')

type Query = Record<string, string>
const view = (id: string) => ask(contract.admin.person, admin, { params: { id } })
const records = (id: string, section: string, query: Query = {}) =>
  ask(contract.admin.personRecords, admin, { params: { id }, query: { section, ...query } })
const payer = (key: string) => ask(contract.admin.payer, admin, { params: { key } })
const paid = (key: string, section: string, query: Query = {}) =>
  ask(contract.admin.payerRecords, admin, { params: { key }, query: { section, ...query } })
const search = async (q: string) => (await ask(contract.admin.search, admin, { query: { q } })).body
const stepsOf = (row: Record<string, unknown> | undefined) =>
  ((row?.steps ?? []) as { step: string }[]).map(({ step }) => step)

describe('a person’s page', () => {
  test('says where each shilling is: in the wallet, held, on its way, or not counted yet', async () => {
    const earner = await newEarner(money)
    money.mpesa.configure({ resultMs: 60_000 })
    const sent = await sentPayout(earner, 30)
    const reference = await withdrawn(earner, 20)
    const { body } = await view(earner.id)
    expect(body).toMatchObject({
      id: earner.id,
      role: 'dancer',
      kyc_status: 'approved',
      wallet: { balance: 100, held: 50 },
      withdrawal_bars: [],
      open_money: [
        {
          section: 'withdrawals',
          state: 'held',
          count: 1,
          amount: 20,
          due_at: (await payoutOf(reference)).approve_after.toISOString(),
        },
        { section: 'withdrawals', state: 'sent', count: 1, amount: 30, due_at: null },
      ],
    })
    expect(JSON.stringify(body)).not.toContain(earner.phone)

    await money.passTime(61)
    const { receipt } = await untilPayout(sent, 'paid')
    const withdrawals = (await records(earner.id, 'withdrawals')).body
    expect(withdrawals).toMatchObject({ count: 2, totals: { incoming: 30, others: 20 } })
    const [waiting, done] = withdrawals.results
    expect(waiting).toMatchObject({ state: 'held', reference, kind: 'withdrawal', receipt: null })
    expect(done).toMatchObject({ state: 'paid', receipt, kind: 'withdrawal', amount: 30 })
    expect(stepsOf(done)).toEqual(expect.arrayContaining(['requested', 'approved', 'sent', 'paid', 'closed']))

    const wallet = (await records(earner.id, 'wallet')).body
    expect(wallet).toMatchObject({ count: 2, totals: { incoming: 150, outgoing: 30 } })
    expect(wallet.results).toMatchObject([
      { kind: 'withdrawal', amount: -30, balance: 120, receipt },
      { kind: 'gift', amount: 150, balance: 150, title: expect.stringMatching(/^10 gifts for “/) },
    ])
    // By a receipt, whole.
    expect((await records(earner.id, 'wallet', { search: receipt ?? '' })).body).toMatchObject({ count: 1 })
    expect((await records(earner.id, 'wallet', { to: '2020-01-01' })).body).toMatchObject({ count: 0 })
  })

  test('names shares that a fraud signal holds, by its state', async () => {
    const { video, signalId } = await ringOf(money, 5)
    const held = async (state: string) =>
      expect((await view(video.dancerId)).body).toMatchObject({
        wallet: { balance: 0, held: 150 },
        open_money: [{ section: 'shares', state, count: 5, amount: 150, due_at: null }],
      })
    await held('open')
    await escalateSignal(await signedInAs('compliance_officer'), signalId)
    await held('escalated')
  })

  test('lists gifts received, payments made and votes by month, of dancer and musician', async () => {
    const dancer = await newEarner(money)
    const { id: musician } = (await signInAs('copyright_owner')).user
    const video = await money.video({ dancerId: dancer.id, musicianId: musician })
    const giver = newPhone()
    await untilState(await order(video, giver, 3), 'credited')
    money.mpesa.configure({ autoAccept: false })
    const open = await order(video, newPhone(), 2)
    await untilState(open, 'awaiting')
    const gifts = (await records(dancer.id, 'gifts', { state: 'counted' })).body
    expect(gifts).toMatchObject({ count: 2, totals: { votes: 13, incoming: 650 } })
    expect((await view(musician)).body.open_money).toMatchObject([
      { section: 'gifts', state: 'waiting', count: 1, amount: 100 },
    ])
    expect((await records(musician, 'gifts')).body).toMatchObject({
      count: 2,
      totals: { votes: 3, incoming: 150, others: 100 },
    })
    for (const search of [giver, `0${giver.slice(3)}`])
      expect((await records(musician, 'gifts', { search })).body).toMatchObject({ count: 1 })
    const [work] = (await records(musician, 'works')).body.results
    expect(work).toMatchObject({ kind: 'track', title: 'A song', month: 'The month', votes: 3 })
    expect((await records(dancer.id, 'works')).body).toMatchObject({ count: 2, totals: { votes: 13 } })

    money.mpesa.configure({ autoAccept: true })
    await pressSubscribe(dancer, money.month)
    await untilPayment(dancer, 'credited')
    const [subscription] = (await records(dancer.id, 'payments')).body.results
    expect(subscription).toMatchObject({ kind: 'subscription', state: 'counted', month: 'The month' })
    expect(stepsOf(subscription)).toEqual(['asked', 'prompted', 'paid', 'settled'])
  })

  test('shows an identity without its documents, and opening one is on record', async () => {
    const person = await handInKyc()
    const { body } = await view(person.user.id)
    expect(body.kyc).toMatchObject({ can_open: true, documents: [{}, {}, {}], revocation: null })
    expect(JSON.stringify(body.kyc)).not.toMatch(/https?:/)
    expect(await auditOf(person.user.id)).toEqual([])
    const params = { id: person.user.id, document_type: 'id_front' }
    expect((await ask(contract.compliance.kycDocument, admin, { params })).status).toBe(200)
    expect(await auditOf(person.user.id)).toMatchObject([{ action: 'kyc.document_viewed' }])
    const audit = (await records(person.user.id, 'audit')).body.results
    expect(audit).toMatchObject([{ kind: 'kyc.document_viewed', by: admin.user.username }])
  })

  test.each(personSections)('%s is a page by itself, and a file', async (section) => {
    const { user } = await signInAs('dancer')
    const { status, body } = await records(user.id, section, { search: 'nothing like that' })
    expect({ status, count: body.count }).toEqual({ status: 200, count: 0 })
    const { GET } = await loadRoute(downloads.person)
    const file = await send(GET, { params: { id: user.id }, query: { section }, access: admin.access })
    expect(file.status).toBe(200)
    expect(await file.text()).toMatch(/^\uFEFF?at_nairobi,id,kind/)
    expect(await auditOf(user.id)).toMatchObject([{ action: 'person.exported', after: { section } }])
  })

  test('names the open disputes of its phone and its payments, and lists all', async () => {
    const earner = await newEarner(money)
    const opened = async (body: Record<string, string>) => {
      const answer = await ask(contract.disputes.openAtDesk, admin, { body: { kind: 'not_me', ...body } })
      return contract.disputes.openAtDesk.answer.parse(answer.body)
    }
    const { id, reference } = await opened({ phone_number: earner.phone })
    await pressSubscribe(earner, money.month)
    await untilPayment(earner, 'credited')
    const [subscription] = (await records(earner.id, 'payments')).body.results
    const { id: other } = await opened({ receipt: String(subscription?.receipt), phone_number: newPhone() })
    await opened({ phone_number: newPhone() })
    const open = [{ id, reference }, { id: other }]
    expect((await view(earner.id)).body.open_disputes).toMatchObject(open)
    expect((await payer(earner.phone)).body.open_disputes).toMatchObject(open)
    await ask(contract.disputes.change, admin, { params: { id: other }, body: { state: 'declined' } })
    expect((await view(earner.id)).body.open_disputes).toMatchObject([{ id }])
    for (const listed of [
      await records(earner.id, 'disputes', { search: reference }),
      await paid(earner.phone, 'disputes', { state: 'open' }),
    ])
      expect(listed.body).toMatchObject({
        count: 1,
        results: [{ id, reference, kind: 'not_me', state: 'open' }],
      })
    const all = await records(earner.id, 'disputes')
    expect(all.body).toMatchObject({ count: 2, results: [{ id: other, state: 'declined' }, { id }] })
    expect(all.body.totals).toMatchObject({ incoming: subscription?.amount })
  })

  test('of nobody is not found, and staff have no wallet', async () => {
    expect((await view(newId())).status).toBe(404)
    expect((await records(newId(), 'wallet')).status).toBe(404)
    const { user } = await signInAs('compliance_officer')
    expect((await view(user.id)).body).toMatchObject({ wallet: null, kyc: null, withdrawal_bars: [] })
  })
})

describe('the page of a phone that pays', () => {
  test('has its gifts, prompts and open money, by the phone or by a receipt', async () => {
    const video = await money.video()
    const phone = newPhone()
    const first = await order(video, phone, 2)
    await untilState(first, 'credited')
    money.mpesa.configure({ autoAccept: false })
    const second = await order(video, phone, 3)
    await untilState(second, 'awaiting')
    const written = `0${phone.slice(3)}`
    const { body } = await payer(written)
    expect(body).toMatchObject({
      key: phone,
      is_partial: false,
      people: [],
      gifts: { count: 2, counted: 100, votes: 2 },
      open_money: [{ section: 'gifts', state: 'waiting', count: 1, amount: 150 }],
    })
    expect((await paid(phone, 'prompts')).body).toMatchObject({ count: 2 })
    const [, counted] = (await paid(phone, 'gifts')).body.results
    expect(counted).toMatchObject({ case_id: first, state: 'counted', votes: 2 })
    const receipt = String(counted?.receipt)
    expect(await receiptOf(receipt)).toMatchObject({ intent_id: first })
    expect((await payer(receipt)).body).toMatchObject({ key: receipt, gifts: { count: 2 } })
    expect((await payer(second)).body).toMatchObject({ gifts: { count: 2 } })
    for (const section of payerSections) expect((await paid(phone, section)).status).toBe(200)

    // The palette leads there by the phone as people write it, and by the receipt, and to whom the gift was for.
    expect((await search(written)).payers).toEqual([{ key: phone, phone: body.phone }])
    const found = await search(receipt)
    expect(found.payers).toMatchObject([{ key: first }])
    expect((found.people as { id: string }[]).map(({ id }) => id).sort()).toEqual(
      [video.dancerId, video.musicianId].sort(),
    )
  })

  test('names the account that has the phone, and its own page by that account', async () => {
    const earner = await newEarner(money)
    expect((await payer(earner.phone)).body.people).toMatchObject([{ id: earner.id, role: 'dancer' }])
    expect((await payer(earner.id)).body).toMatchObject({ gifts: { count: 0 } })
    const reference = await withdrawn(earner, 20)
    await makeDue(reference)
    expect((await search(reference)).people).toMatchObject([{ id: earner.id }])
  })

  test('is not found by what names no phone', async () => {
    for (const key of [newId(), 'SKL0000000', 'nobody']) expect((await payer(key)).status).toBe(404)
  })
})
