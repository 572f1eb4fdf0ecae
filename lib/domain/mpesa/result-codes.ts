/** Screens have a sentence for each. */
export type Failure =
  | 'cancelled'
  | 'wrong_pin'
  | 'low_balance'
  | 'no_answer'
  | 'limit'
  | 'duplicate'
  | 'locked'
  | 'not_sent'
  /** Such as another network's. */
  | 'wrong_number'
  /** Ours: earlier prompts to this phone were not paid. */
  | 'paused'
  /** Ours: too many unpaid prompts from this network. */
  | 'crowded'
  /** Ours: too many prompts are pending. */
  | 'busy'
  | 'other'

// docs/daraja.md, STK callback. Other codes decide nothing.
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
  // No other request is there to finish.
  '8006': 'other',
  '9999': 'not_sent',
}

/** The payment did not and will not happen. */
export function isTerminalCode(code: string): boolean {
  return Object.hasOwn(terminal, code)
}

// Our codes of prompts that were not sent.
const unsent: Readonly<Record<string, Failure>> = {
  locked: 'locked',
  number_refused: 'wrong_number',
  phone_waits: 'paused',
  network_crowded: 'crowded',
  queue_full: 'busy',
  no_worker: 'busy',
}

/** Reads the code of a payment that is `rejected`. */
export function failureOfUnsent(code: string | null): Failure {
  return unsent[code ?? ''] ?? 'not_sent'
}

export function failureOfCode(code: string): Failure {
  return terminal[code] ?? 'other'
}
