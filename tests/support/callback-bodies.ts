import { callbacksOf } from './money.ts'
import { until } from './until.ts'

export function success(receipt: string, amount: unknown) {
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
  ]
  return { Body: { stkCallback: { ResultCode: 0, CheckoutRequestID: '', CallbackMetadata: { Item } } } }
}

export function failure(code: string) {
  return { Body: { stkCallback: { ResultCode: code, ResultDesc: 'Of a test', CheckoutRequestID: '' } } }
}

/** Waits until `count` callbacks are settled. @returns their outcomes */
export function untilSettled(id: string, count: number): Promise<(string | null)[]> {
  return until(`${count} callbacks are settled`, async () => {
    const found = await callbacksOf(id)
    return found.length >= count && found.every((row) => row.processed_at) && found.map((row) => row.outcome)
  })
}
