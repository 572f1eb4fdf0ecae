import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bulkVote } from '#lib/contract/gifts/calls.ts'
import { giftPresets, MAX_GIFTS } from '#lib/contract/gifts/constants.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { readGiftQuantity, SelectStep } from './select-step.tsx'

function shown(initial: number, isQuick: boolean, language: 'en' | 'sw' = 'en', musician?: string): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <SelectStep
        request={{ dancer: 'Akinyi', ...(musician ? { musician } : {}) }}
        initial={initial}
        isQuick={isQuick}
        onPick={() => undefined}
      />
    </InLanguage>,
  )
}

const plain = (markup: string) => markup.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')

test('the presets are the documented ones', () => {
  const numbers = (markup: string) =>
    [...markup.matchAll(/text-2xl font-extrabold">(\d+)</g)].map(([, number]) => Number(number))
  expect(numbers(shown(1, false))).toEqual([1, 5, 10, 20, 100])
  expect(numbers(shown(1, true))).toEqual([1, 5, 10, 20, 100])
})

test.each([false, true])(
  'who comes back finds the number that was typed (presets lead on: %j)',
  (isQuick) => {
    const words = shown(7, isQuick)
    expect(words).toMatch(/<input[^>]* value="7"/)
    expect(words).toMatch(/Continue with KES.350/)
  },
)

test('a preset is picked where it stands, and nothing is typed', () => {
  const words = shown(5, false)
  expect(words).toMatch(/Continue with KES.250/)
  expect(words).not.toMatch(/inputMode="numeric"[^>]* value="5"/)
})

test('where presets lead on, there is a button only for a number that is typed', () => {
  expect(shown(1, true)).not.toContain('Continue')
  expect(shown(7, true)).toContain('Continue')
})

test('the sheet says who is paid how much of a gift', () => {
  expect(plain(shown(1, false, 'en', 'Nyashinski'))).toContain(
    '1 gift = 1 vote. KES 15 to Akinyi, KES 15 to Nyashinski, KES 20 to Ngoma.',
  )
  expect(plain(shown(1, false))).toContain('KES 15 to the musician')
  expect(plain(shown(1, false, 'sw', 'Nyashinski'))).toContain(
    'Zawadi 1 = kura 1. KES 15 kwa Akinyi, KES 15 kwa Nyashinski, KES 20 kwa Ngoma.',
  )
})

test('the call takes every preset and the maximum, and not one more', () => {
  const takes = (quantity: number) => bulkVote.body.shape.vote_count.safeParse(quantity).success
  expect([...giftPresets, MAX_GIFTS].filter((quantity) => !takes(quantity))).toEqual([])
  expect(takes(MAX_GIFTS + 1)).toBe(false)
})

test.each([
  ['5', 5, false],
  ['100', 100, false],
  ['101', 100, true],
  ['99999999999999999999', 100, true],
  ['0', null, false],
  ['', null, false],
  ['abc', null, false],
  ['-3', 3, false],
  ['007', 7, false],
])('%j is read as %j, clamped: %j', (typed, quantity, clamped) => {
  expect(readGiftQuantity(typed)).toEqual({ quantity, clamped, isBroken: false })
})

test.each(['1.5', '1,5', '1 . 5', '0.5', '1,000'])('%j is no number of gifts', (typed) => {
  expect(readGiftQuantity(typed)).toEqual({ quantity: null, clamped: false, isBroken: true })
})

test('a point that is typed last is not yet a broken number', () => {
  expect(readGiftQuantity('1.')).toEqual({ quantity: 1, clamped: false, isBroken: false })
})
