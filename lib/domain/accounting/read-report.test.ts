import { expect, test } from 'vitest'
import { figuresOf } from './read-report.ts'

test('a gift that is held and released again gives its shares once', () => {
  const line = (journalType: string, accountKind: string, debit: bigint, credit: bigint) => ({
    journalType,
    accountKind,
    debit,
    credit,
  })
  const { shares } = figuresOf(
    [
      line('gift', 'dancer', 0n, 1_500n),
      line('gift', 'musician', 0n, 1_500n),
      line('gift', 'platform_revenue', 0n, 2_000n),
      line('gift_taken_back', 'dancer', 1_500n, 0n),
      line('gift_taken_back', 'musician', 1_500n, 0n),
      line('gift_taken_back', 'platform_revenue', 2_000n, 0n),
      line('gift_released', 'dancer', 0n, 1_500n),
      line('gift_released', 'musician', 0n, 1_500n),
      line('gift_released', 'platform_revenue', 0n, 2_000n),
    ],
    new Map(),
  )
  expect(shares).toEqual({ dancers: 15, musicians: 15, platform: 20 })
})
