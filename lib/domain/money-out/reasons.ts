import { type Sentence, say } from '#lib/core/sentence.ts'
import { FOUND_UNPAID } from '#lib/domain/outgoing/evidence.ts'

/** M-Pesa's result codes of B2C and reversal (docs/daraja.md) with a sentence. */
const codes = ['1', '2', '3', '4', '8', '2001', '2040'] as const

/**
 * Says what a payout's or refund's result code means: M-Pesa's code, or our word for a call without an answer
 * (lib/domain/outgoing/send-due.ts, policy.ts of payouts and refunds).
 */
export function reasonOfCode(code: string): Sentence {
  const known = codes.find((one) => one === code)
  if (known) return say(`out.code_${known}`)
  switch (code) {
    case 'abandoned':
      return say('out.interrupted')
    case 'unreachable':
      return say('out.unreachable')
    case 'throttled':
      return say('out.throttled')
    case 'not believed':
      return say('out.unverified')
    case FOUND_UNPAID:
      return say('out.found_unpaid')
  }
  if (/time(?:d )?out/i.test(code)) return say('out.timed_out')
  // Error codes of Node.js and undici, such as ECONNRESET or UND_ERR_SOCKET.
  if (/^(?:UND_ERR_|E[A-Z]{3,}$)/.test(code) || /Error$/.test(code)) return say('out.lost')
  return say('out.code', { code: code.replace(/^code /, '').replace(/^status_/, 'HTTP ') })
}
