import { expect, test } from 'vitest'
import { readResult } from './evidence.ts'

const receivedAt = new Date('2026-11-23T06:00:00Z')

function resultWith(parameters: Record<string, unknown>): string {
  const ResultParameter = Object.entries(parameters).map(([Key, Value]) => ({ Key, Value }))
  return JSON.stringify({
    Result: {
      ResultCode: 0,
      ConversationID: 'AG_1',
      TransactionID: 'UKN1234567',
      ResultParameters: { ResultParameter },
    },
  })
}

test.each([
  ['a payout', { TransactionAmount: 150, TransactionCompletedDateTime: '23.11.2026 08:15:30' }],
  ['a reversal', { Amount: '150.00', TransCompletedTime: 20261123081530 }],
])('%s tells its amount and time under names of its own', (_what, parameters) => {
  expect(readResult('b2c/result', resultWith(parameters), true, receivedAt)).toEqual({
    kind: 'paid',
    receipt: 'UKN1234567',
    amount: 15_000n,
    paidAt: new Date('2026-11-23T05:15:30Z'),
    conversationId: 'AG_1',
    trusted: true,
  })
})
