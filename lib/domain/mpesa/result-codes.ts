/** Screens have a sentence for each failure. */
export type Failure =
  | 'cancelled'
  | 'wrong_pin'
  | 'low_balance'
  | 'no_answer'
  | 'limit'
  | 'duplicate'
  | 'locked'
  | 'not_sent'
  /** Not an M-Pesa number, for example another network's. */
  | 'wrong_number'
  /** Refused by us: earlier prompts to this phone were not paid. */
  | 'paused'
  /** Refused by us: too many unpaid prompts from this network. */
  | 'crowded'
  /** Refused by us: too many prompts are pending. */
  | 'busy'
  | 'other'

// Result codes of STK callbacks that prove a failure (docs/daraja.md). Other codes prove nothing.
const terminal: Readonly<Record<string, Failure>> = {
  '1': 'low_balance',
  '2': 'limit',
  '3': 'limit',
  '4': 'limit',
  '8': 'limit',
  '17': 'duplicate',
  '1001': 'locked',
  '1019': 'no_answer',
  '1025': 'not_sent',
  '1032': 'cancelled',
  '1037': 'no_answer',
  '2001': 'wrong_pin',
  '2028': 'other',
  SFC_IC0003: 'other',
  // Not `locked`, whose sentence asks the payer to finish another request.
  '8006': 'other',
  '9999': 'not_sent',
}

/** Whether the code proves that the payment did not and will not happen. */
export function isTerminalCode(code: string): boolean {
  return Object.hasOwn(terminal, code)
}

// Our own codes of prompts that were refused or never sent.
const unsent: Readonly<Record<string, Failure>> = {
  locked: 'locked',
  number_refused: 'wrong_number',
  phone_waits: 'paused',
  network_crowded: 'crowded',
  queue_full: 'busy',
  no_worker: 'busy',
}

/** The failure of a payment in state `rejected`, by its code. */
export function failureOfUnsent(code: string | null): Failure {
  return unsent[code ?? ''] ?? 'not_sent'
}

export function failureOfCode(code: string): Failure {
  return terminal[code] ?? 'other'
}
