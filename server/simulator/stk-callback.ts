// The body of an STK callback, with the oddities a plan asks for.
import { toDecimal, toJson, toJsonNumber } from './figures.ts'
import { toStamp } from './nairobi-time.ts'
import type { Prompt } from './prompts.ts'

type Item = { Name: string; Value?: unknown }

/** The JSON text that goes to CallBackURL. @throws Error for a prompt that is still open. */
export function writeStkCallback(prompt: Prompt): string {
  if (!prompt.result) throw new Error('A prompt that is open has no callback.')
  const { code, description, receipt } = prompt.result
  const metadata = receipt ? { CallbackMetadata: { Item: writeItems(prompt, receipt) } } : {}
  return toJson({
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchantRequestId,
        CheckoutRequestID: prompt.checkoutRequestId,
        ResultCode: prompt.plan.codeAsText ? String(code) : code,
        ResultDesc: description,
        ...metadata,
      },
    },
  })
}

function writeItems(prompt: Prompt, receipt: string): Item[] {
  const { plan, result } = prompt
  const paid = result?.paidCents ?? prompt.amountCents
  const items: Item[] = [
    { Name: 'Amount', Value: plan.amountAsText ? toDecimal(paid) : toJsonNumber(paid) },
    { Name: 'MpesaReceiptNumber', Value: result?.toldReceipt ?? receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(toStamp(new Date(result?.at ?? prompt.at))) },
  ]
  if (!plan.phoneMissing) items.push({ Name: 'PhoneNumber', Value: Number(prompt.phone) })
  return plan.itemsReordered ? items.reverse() : items
}
