// Between M-Pesa's question about a Paybill payment and its confirmation the payment is known to nobody but validation.
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { phoneHash } from '#lib/domain/fraud/reported-phone.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { confirmation } from '#tests/support/evidence.ts'
import { stepOverMidnight } from '#tests/support/midnight.ts'
import { accountNumberOf, newPhone, order, receiptOf, setUpMoney } from '#tests/support/money.ts'
import { askPaybill, changeSetting, newReceipt, resetSettings } from '#tests/support/paybill.ts'
import { until } from '#tests/support/until.ts'
import { send } from '#tests/support/web-front.ts'

const money = setUpMoney()
afterEach(resetSettings)

describe('payments that validation has accepted', () => {
  test('count against the votes of a day for two minutes', async () => {
    await stepOverMidnight(money)
    await changeSetting('max_votes_per_phone_per_video_per_day', '10')
    const [video, other, phone] = [await money.video(), await money.video(), newPhone()]
    const of = { phone, receipt: newReceipt() }
    expect(await askPaybill(video.voteCode, 400, of)).toBe('0')
    expect(await askPaybill(video.voteCode, 400, of), 'the same payment, asked about twice').toBe('0')
    expect(await askPaybill(video.voteCode, 150, { phone })).toBe('C2B00016')
    expect(await askPaybill(video.voteCode, 150, { phone: phoneHash(phone) })).toBe('C2B00016')
    expect(await askPaybill(video.voteCode, 100, { phone })).toBe('0')
    expect(await askPaybill(video.voteCode, 150)).toBe('0')
    expect(await askPaybill(other.voteCode, 500, { phone })).toBe('0')
    await money.passTime(121)
    expect(await askPaybill(video.voteCode, 500, { phone })).toBe('0')
  })

  test('count once when M-Pesa tells of them', async () => {
    await stepOverMidnight(money)
    await changeSetting('max_votes_per_phone_per_video_per_day', '10')
    const [video, phone] = [await money.video(), newPhone()]
    const line = money.book.collect({ kind: 'paybill', phone, amountCents: 20_000n, account: video.voteCode })
    expect(await askPaybill(video.voteCode, 200, { phone, receipt: line.receipt })).toBe('0')
    await send(callbackUrl('c2b/confirmation'), { body: confirmation(line).body })
    await until('it is settled', () => receiptOf(line.receipt))
    expect(await askPaybill(video.voteCode, 350, { phone })).toBe('C2B00016')
    expect(await askPaybill(video.voteCode, 300, { phone })).toBe('0')
  })

  test('are so many of ten that are asked about at once as the day has votes left', async () => {
    await stepOverMidnight(money)
    await changeSetting('max_votes_per_phone_per_video_per_day', '10')
    const [video, phone] = [await money.video(), newPhone()]
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => askPaybill(video.voteCode, 150, { phone })),
    )
    expect(answers.filter((code) => code === '0')).toHaveLength(3)
  })

  test('count with an order’s account number as well, where nothing is to come of the order by itself', async () => {
    await stepOverMidnight(money)
    await changeSetting('max_votes_per_phone_per_video_per_day', '10')
    money.mpesa.configure({ autoAccept: false })
    const [video, phone] = [await money.video(), newPhone()]
    const id = await order(video, phone, 8)
    const account = await accountNumberOf(id)
    await db().query(`UPDATE payment_intent SET state = 'declined' WHERE id = $1`, [id])
    expect(await askPaybill(account, 400, { phone })).toBe('0')
    expect(await askPaybill(video.voteCode, 150, { phone })).toBe('C2B00016')
    expect(await askPaybill(video.voteCode, 100, { phone })).toBe('0')
  })
})
