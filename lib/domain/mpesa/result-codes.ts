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
  | 'other'

// design/daraja.md, STK callback. What is not listed decides nothing.
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

/** The reason behind a result code; `other` where it is none that we know. */
export function failureOfCode(code: string): Failure {
  return terminal[code] ?? 'other'
}
