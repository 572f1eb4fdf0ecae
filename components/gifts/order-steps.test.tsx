import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { WaitsFor } from '#lib/client/gifts/open-gift.ts'
import { bulkVote } from '#lib/contract/gifts/calls.ts'
import { giftPresets, MAX_GIFTS } from '#lib/contract/gifts/constants.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import {
  ConfirmStep,
  phoneProblem,
  readGiftQuantity,
  SelectStep,
  WaitStep,
  waysByHand,
} from './order-steps.tsx'

const paybill = { business_number: '600999', account_number: 'ABC' }

function shownSelect(
  initial: number,
  isQuick: boolean,
  language: 'en' | 'sw' = 'en',
  musician?: string,
): string {
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
  expect(numbers(shownSelect(1, false))).toEqual([1, 5, 10, 20, 100])
  expect(numbers(shownSelect(1, true))).toEqual([1, 5, 10, 20, 100])
})

test.each([false, true])(
  'who comes back finds the number that was typed (presets lead on: %j)',
  (isQuick) => {
    const words = shownSelect(7, isQuick)
    expect(words).toMatch(/<input[^>]* value="7"/)
    expect(words).toMatch(/Continue with KES.350/)
  },
)

test('a preset is picked where it stands, and nothing is typed', () => {
  const words = shownSelect(5, false)
  expect(words).toMatch(/Continue with KES.250/)
  expect(words).not.toMatch(/inputMode="numeric"[^>]* value="5"/)
})

test('where presets lead on, there is a button only for a number that is typed', () => {
  expect(shownSelect(1, true)).not.toContain('Continue')
  expect(shownSelect(7, true)).toContain('Continue')
})

test('the sheet says who is paid how much of a gift', () => {
  expect(plain(shownSelect(1, false, 'en', 'Nyashinski'))).toContain(
    '1 gift = 1 vote. KES 15 to Akinyi, KES 15 to Nyashinski, KES 20 to Ngoma.',
  )
  expect(plain(shownSelect(1, false))).toContain('KES 15 to the musician')
  expect(plain(shownSelect(1, false, 'sw', 'Nyashinski'))).toContain(
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

function shownConfirm(isCancelled: boolean, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <ConfirmStep
        quantity={2}
        phone="254712345678"
        sending={false}
        problem={null}
        paybill={paybill}
        isCancelled={isCancelled}
        onBack={() => undefined}
        onSend={() => undefined}
      />
    </InLanguage>,
  )
}

test('after a gift was cancelled it can be paid by hand, and a prompt may come all the same', () => {
  const words = shownConfirm(true)
  expect(words).toContain('600999')
  expect(words).toContain('If a prompt for the cancelled gift still comes')
  expect(shownConfirm(true, 'sw')).toContain('Ombi la zawadi uliyoghairi likija hata hivyo')
  expect(shownConfirm(false)).not.toContain('Paybill')
})

const standing = { wrong: null, problem: null, paybill, isCancelled: false }

test.each([
  ['0712 345 678', null],
  ['\u202a00254 (0) 712\u2013345\u2013678\u202c', null],
  ['0112 345 678', 'paybillAlone'],
  ['+254 112-345-678', 'paybillAlone'],
  ['0812 345 678', 'format'],
  ['', 'format'],
] as const)('%j has the problem %s', (typed, problem) => {
  expect(phoneProblem(typed)).toBe(problem)
})

test('a number of 01 shows how to pay by Paybill, and an invalid number does not', () => {
  expect(waysByHand({ ...standing, wrong: 'paybillAlone' })).toEqual({
    paybill,
    detail: 'paybillAloneByHand',
  })
  expect(waysByHand({ ...standing, wrong: 'format' })).toBeNull()
  expect(waysByHand({ ...standing, wrong: 'paybillAlone', paybill: null })).toBeNull()
})

const request = { videoId: 'v', title: 'Leso', dancer: 'Amina', paybill }

function shownWait(waitsFor: WaitsFor, language: 'en' | 'sw' = 'en'): string {
  const gift = { key: 'k', request, quantity: 2, phone: '254712345678', startedAt: 0, waitsFor }
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <WaitStep gift={gift} onCancel={() => undefined} onClose={() => undefined} />
    </InLanguage>,
  )
}

test('says what it waits for', () => {
  expect(shownWait('line')).toContain('Your 2 gifts will be sent when you&#x27;re back online')
  expect(shownWait('answer')).toContain('Sending 2 gifts')
})

// The server may have it in both: the answer may have been lost.
test.each(['line', 'answer'] as const)(
  'a payer by Paybill reads that a prompt might still come (%s)',
  (waitsFor) => {
    const words = shownWait(waitsFor)
    expect(words).toContain('Cancel this gift first, so that we stop trying.')
    expect(words).toContain('If a prompt still comes, pay only once.')
    expect(shownWait(waitsFor, 'sw')).toContain('Ombi likija hata hivyo, lipa mara moja tu')
  },
)
