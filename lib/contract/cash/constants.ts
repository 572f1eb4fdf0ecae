/** Two accounts at M-Pesa, and the bank. */
export const cashPlaces = ['working', 'utility', 'bank'] as const
export type CashPlace = (typeof cashPlaces)[number]

/** Kinds that people can enter; the system enters `opening` and charges that M-Pesa reports. */
export const cashKinds = [
  'to_bank',
  'float_in',
  'mpesa_move',
  'mpesa_charge',
  'bank_charge',
  'owner_in',
  'owner_out',
  'tax_payment',
] as const
export type CashKind = (typeof cashKinds)[number]
export const listedCashKinds = [...cashKinds, 'opening'] as const
export type ListedCashKind = (typeof listedCashKinds)[number]

export const cashStates = ['waiting', 'confirmed', 'rejected'] as const
export type CashState = (typeof cashStates)[number]

/**
 * Accounts that a kind can name, the default first: the one the money left or, for `float_in` and `owner_in`,
 * reached.
 */
export const placesOfKind: Readonly<Record<CashKind, readonly CashPlace[]>> = {
  to_bank: ['working', 'utility'],
  float_in: ['utility', 'working'],
  mpesa_move: ['working', 'utility'],
  mpesa_charge: ['working', 'utility'],
  bank_charge: ['bank'],
  owner_in: ['bank', 'utility', 'working'],
  owner_out: ['bank', 'working', 'utility'],
  tax_payment: ['bank', 'working', 'utility'],
}

/** Characters after trimming. */
export const CASH_NOTE_MAX = 200
export const CASH_EVIDENCE_MAX = 40
