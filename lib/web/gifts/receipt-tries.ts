import { onNetwork } from '#lib/web/endpoint/limit-rate.ts'

type Tries = {
  readonly address: string
  readonly body: { readonly receipt: string; readonly phone_number: string }
}

const few = { points: 10, seconds: 600 } as const

/**
 * Receipts are sequential, and M-Pesa shows only three digits of many phones, so both could be guessed. Few
 * tries per phone and per receipt; hundreds per network, because a carrier's phones share an address.
 */
export const receiptTries = [
  { ...few, by: ({ address, body }: Tries) => onNetwork(address, 'phone', body.phone_number) },
  { ...few, by: ({ address, body }: Tries) => onNetwork(address, 'receipt', body.receipt) },
  { points: 300, seconds: 600, by: 'network', wellFormedOnly: true },
] as const

/** Stricter, because each dispute makes work for people. */
export const disputeTries = [
  ...receiptTries,
  {
    points: 5,
    seconds: 86_400,
    by: ({ address, body }: Tries) => onNetwork(address, 'dispute', body.phone_number),
  },
  { points: 30, seconds: 3_600, by: 'network', wellFormedOnly: true },
] as const
