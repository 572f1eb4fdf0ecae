import { onNetwork } from '#lib/web/endpoint/limit-rate.ts'

type Tries = {
  readonly address: string
  readonly body: { readonly receipt: string; readonly phone_number: string }
}

const few = { points: 10, seconds: 600 } as const

/**
 * Limits those who name a payment by its receipt and phone, because receipts count up and are soon guessed where one half is
 * known. Whoever knows a phone has few tries for its receipt, and whoever knows a receipt few for its phone: M-Pesa masks many to
 * their last three digits. Who knows neither would have to meet both at once, so the network alone, which a carrier's
 * thousands of phones may share, has hundreds.
 */
export const receiptTries = [
  { ...few, by: ({ address, body }: Tries) => onNetwork(address, 'phone', body.phone_number) },
  { ...few, by: ({ address, body }: Tries) => onNetwork(address, 'receipt', body.receipt) },
  { points: 300, seconds: 600, by: 'network', wellFormedOnly: true },
] as const
