import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { forgetSettings } from '#lib/domain/settings/queries.ts'
import { confirmation } from './evidence.ts'
import { type Money, newPhone, receiptOf } from './money.ts'
import { until } from './until.ts'
import { send } from './web-front.ts'

type Asked = { phone?: string; shortcode?: string; receipt?: string }

/** Returns a receipt that M-Pesa has not used. */
export const newReceipt = () => newId().replaceAll('-', '').toUpperCase().slice(-10)

export async function askPaybill(account: string, shillings: number, more: Asked = {}) {
  const { phone = newPhone(), shortcode = '600999', receipt = newReceipt() } = more
  const line = { receipt, at: new Date().toISOString(), phone, account }
  const { body } = confirmation({ ...line, amountCents: BigInt(shillings) * 100n })
  const asked = { ...JSON.parse(body), BusinessShortCode: shortcode }
  return (await send(callbackUrl('c2b/validation'), { body: asked })).json.ResultCode
}

/** Pays by Paybill without validation. @returns the settled receipt */
export async function payPaybill(money: Money, account: string, shillings: number, phone = newPhone()) {
  money.mpesa.configure({ validation: false })
  money.mpesa.setBalance(phone, 30_000_000n)
  const paid = await money.mpesa.payPaybill({ phone, amountCents: BigInt(shillings) * 100n, account })
  const receipt = paid.receipt ?? ''
  return until('the payment is settled', () => receiptOf(receipt))
}

/** Changes a setting until `resetSettings`. */
export async function changeSetting(key: string, value: string): Promise<void> {
  await db().query('INSERT INTO setting (key, value) VALUES ($1, $2)', [key, value])
  forgetSettings()
}

export async function resetSettings(): Promise<void> {
  await db().query('DELETE FROM setting')
  forgetSettings()
}
