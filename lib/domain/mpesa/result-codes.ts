/** Why a prompt was not paid, as a word that screens have a sentence for. */
export type Failure =
  | 'cancelled'
  | 'wrong_pin'
  | 'low_balance'
  | 'no_answer'
  | 'limit'
  | 'duplicate'
  | 'locked'
  | 'not_sent'
  /** M-Pesa does not take the number: that of another network, for instance. */
  | 'wrong_number'
  /** Of ours: the last prompts to this phone were not paid, so none was sent. */
  | 'paused'
  /** Of ours: too many phones were prompted from this network and did not pay, so none was sent. */
  | 'crowded'
  /** Of ours: more prompts wait than M-Pesa takes while somebody still looks for theirs, so none was sent. */
  | 'busy'
  | 'other'

// docs/daraja.md, STK callback. What is not listed decides nothing.
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
  // The PIN is locked, not the phone: no other request is there to finish first.
  '8006': 'other',
  '9999': 'not_sent',
}

/** Whether this result code says that the payment did not and will not happen. */
export function isTerminalCode(code: string): boolean {
  return Object.hasOwn(terminal, code)
}

// Our own codes of prompts that were not sent.
const unsent: Readonly<Record<string, Failure>> = {
  locked: 'locked',
  number_refused: 'wrong_number',
  phone_waits: 'paused',
  network_crowded: 'crowded',
  queue_full: 'busy',
  no_worker: 'busy',
}

/** Why a prompt never left, by the code of a payment that is `rejected`; `not_sent` where M-Pesa could not or would not send it. */
export function failureOfUnsent(code: string | null): Failure {
  return unsent[code ?? ''] ?? 'not_sent'
}

/** The reason behind a result code; `other` where it is none that we know. */
export function failureOfCode(code: string): Failure {
  return terminal[code] ?? 'other'
}
