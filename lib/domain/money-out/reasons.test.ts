import { expect, test } from 'vitest'
import { reasonOfCode } from './reasons.ts'

test.each([
  ['8', 'The receiver’s M-PESA balance would be too high'],
  ['77', 'M-PESA answered with code 77'],
  ['code 77', 'M-PESA answered with code 77'],
  ['500.003.1001', 'M-PESA answered with code 500.003.1001'],
  ['status_503', 'M-PESA answered with code HTTP 503'],
  ['UND_ERR_SOCKET', 'No answer from M-PESA (connection lost)'],
  ['ECONNRESET', 'No answer from M-PESA (connection lost)'],
  ['queue timed out', 'No answer from M-PESA (timed out)'],
  ['TimeoutError', 'No answer from M-PESA (timed out)'],
  ['UND_ERR_HEADERS_TIMEOUT', 'No answer from M-PESA (timed out)'],
  ['abandoned', 'Sending was interrupted. M-PESA might have received it'],
  ['unreachable', 'M-PESA is unreachable'],
  ['throttled', 'M-PESA is busy'],
  ['not believed', 'An answer of M-PESA couldn’t be verified'],
  ['found_unpaid', 'M-PESA didn’t pay it'],
])('the result code %s means: %s', (code, words) => {
  expect(String(reasonOfCode(code))).toBe(words)
})
