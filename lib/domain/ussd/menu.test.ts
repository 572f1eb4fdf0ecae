import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  end,
  leadersScreen,
  myVotesScreen,
  orderScreen,
  placeOf,
  plainScreen,
  SCREEN_MAX,
  type Screen,
  videoScreen,
  writeScreen,
} from './menu.ts'
import { beforeLanguage, type Language, type OrderOutcome, type PastStatus, sentences } from './sentences.ts'

describe('where a caller stands', () => {
  const code = '4K7QXM'
  const chosen = { language: 'en', code, votes: 5 }
  test.each([
    ['', { at: 'language' }],
    ['9', { at: 'language' }],
    ['9*2', { at: 'menu', language: 'sw', isWrong: false }],
    ['constructor', { at: 'language' }],
    ['toString*1', { at: 'menu', language: 'en', isWrong: false }],
    ['1', { at: 'menu', language: 'en', isWrong: false }],
    ['1*7', { at: 'menu', language: 'en', isWrong: true }],
    ['1*7*2', { at: 'my_votes', language: 'en' }],
    ['2*3', { at: 'leaders', language: 'sw' }],
    ['1*1', { at: 'code', language: 'en', isWrong: false }],
    ['1*1*12', { at: 'code', language: 'en', isWrong: true }],
    ['1*1*4k7 qxm', { at: 'votes', language: 'en', code, isWrong: false }],
    ['1*1*000001', { at: 'votes', language: 'en', code: '000001', isWrong: false }],
    [`1*1*${code}*0`, { at: 'votes', language: 'en', code, isWrong: true }],
    [`1*1*${code}*101`, { at: 'votes', language: 'en', code, isWrong: true }],
    [`1*1*${code}*1.5`, { at: 'votes', language: 'en', code, isWrong: true }],
    [`1*1*${code}*-5`, { at: 'votes', language: 'en', code, isWrong: true }],
    [`1*1*${code}*101*5`, { at: 'confirm', ...chosen, isWrong: false }],
    [`1*1*${code}*5*9`, { at: 'confirm', ...chosen, isWrong: true }],
    [`1*1*${code}*5*2`, { at: 'cancelled', language: 'en' }],
    [`1*1*${code}*5*1`, { at: 'order', ...chosen }],
    [`1*1*${code}*5*9*1`, { at: 'order', ...chosen }],
  ])('%j', (text, place) => {
    expect(placeOf(text)).toEqual(place)
  })

  test('a code that is typed later takes the place of the first, and of what was chosen for it', () => {
    expect(placeOf('1*1*AAAAAA*5*BBBBBB')).toEqual({
      at: 'votes',
      language: 'en',
      code: 'BBBBBB',
      isWrong: false,
    })
    expect(placeOf('1*1*AAAAAA*5*BBBBBB*1')).toMatchObject({ at: 'confirm', code: 'BBBBBB', votes: 1 })
  })

  test('what comes after the end of a session changes nothing in it', () => {
    expect(placeOf(`1*1*${code}*5*1*2*BBBBBB*9`)).toEqual(placeOf(`1*1*${code}*5*1`))
    expect(placeOf(`1*1*${code}*5*2*1`)).toEqual({ at: 'cancelled', language: 'en' })
  })

  test('nobody orders without a code, a number that may be bought, and the confirmation', () => {
    const input = fc.oneof(fc.constantFrom('1', '2', '3', '5', '101', code, 'BBBBBB', ''), fc.string())
    fc.assert(
      fc.property(fc.array(input, { maxLength: 12 }), (inputs) => {
        const place = placeOf(inputs.join('*'))
        if (place.at !== 'order') return
        expect(place.votes).toBeGreaterThanOrEqual(1)
        expect(place.votes).toBeLessThanOrEqual(100)
        const all = inputs.join('*').split('*')
        // The screen before it was the confirmation of exactly these votes.
        const before = all
          .map((_, at) => placeOf(all.slice(0, at).join('*')))
          .findLast(({ at }) => at !== 'order')
        expect(before).toMatchObject({ at: 'confirm', code: place.code, votes: place.votes })
      }),
    )
  })
})

describe('a screen', () => {
  const languages: readonly Language[] = ['en', 'sw']
  const outcomes = Object.keys(sentences.en.outcomes) as OrderOutcome[]
  const statuses = Object.keys(sentences.en.statuses) as PastStatus[]
  const name = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constant('W'.repeat(150)),
  )
  const votes = fc.integer({ min: 1, max: 100 })
  const code = fc.string({ unit: fc.constantFrom(...'0129AWZ'), minLength: 6, maxLength: 6 })

  /** Of which a handset shows 160: the GSM alphabet without the signs that take two places. */
  function expectFits(screen: Screen): void {
    const text = writeScreen(screen)
    expect(text.length, text).toBeLessThanOrEqual(SCREEN_MAX)
    expect(text).toMatch(/^(CON|END) [\w\n !"#$%&'()*+,./:;<=>?@-]+$/)
  }

  test.each(languages)('names give way to counts in the millions (%s)', (language) => {
    const leaders = Array.from({ length: 5 }, () => ({ dancer: 'W'.repeat(30), votes: 9_999_999 }))
    expectFits(leadersScreen(language, leaders))
  })

  test('has at most 160 plain characters in either language, whatever was typed and whoever leads', () => {
    fc.assert(
      fc.property(
        fc.record({
          language: fc.constantFrom(...languages),
          isWrong: fc.boolean(),
          code,
          votes,
          video: fc.option(fc.record({ title: name, dancer: name, isOpen: fc.boolean() })),
          outcome: fc.constantFrom(...outcomes),
          business: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 5, maxLength: 7 }),
          past: fc.array(fc.record({ dancer: name, votes, status: fc.constantFrom(...statuses) }), {
            maxLength: 5,
          }),
          leaders: fc.array(fc.record({ dancer: name, votes: fc.integer({ min: 1, max: 9_999_999 }) }), {
            maxLength: 8,
          }),
        }),
        ({ language, isWrong, code, votes, video, outcome, business, past, leaders }) => {
          const asked = { language, isWrong }
          const screens = [
            plainScreen({ at: 'language' }),
            plainScreen({ at: 'menu', ...asked }),
            plainScreen({ at: 'code', ...asked }),
            plainScreen({ at: 'cancelled', language }),
            videoScreen({ at: 'votes', ...asked, code }, video),
            videoScreen({ at: 'confirm', ...asked, code, votes }, video),
            orderScreen({ at: 'order', language, code, votes }, outcome, business),
            myVotesScreen(language, past),
            leadersScreen(language, leaders),
          ]
          for (const screen of screens) expectFits(screen)
        },
      ),
    )
    const { languages: _, ...ends } = beforeLanguage
    for (const sentence of Object.values(ends)) expectFits(end(sentence))
  })

  test('of who leads does not say that voting is closed where only nobody has voted yet', () => {
    expect(leadersScreen('en', []).text).toBe('Nobody leads yet: no votes are counted.')
    expect(leadersScreen('sw', []).text).toBe('Bado hakuna anayeongoza: hakuna kura zilizohesabiwa.')
  })

  test('shows names in letters that every handset has', () => {
    const screen = videoScreen(
      { at: 'votes', language: 'en', isWrong: false, code: '4K7QXM' },
      { title: 'Café 💃 [live]', dancer: 'Njéri\nOne', isOpen: true },
    )
    expect(screen.text).toBe('Cafe live\nby Njeri One\nHow many votes, 1 to 100? KES 50 each.')
  })

  test('of the confirmation names votes, dancer and sum, and is no end', () => {
    const place = { at: 'confirm', language: 'sw', isWrong: false, code: '4K7QXM', votes: 100 } as const
    expect(writeScreen(videoScreen(place, { title: 'A dance', dancer: 'achieng', isOpen: true }))).toBe(
      'CON Kura 100 kwa achieng: KES 5000.\n1. Lipa na M-PESA\n2. Ghairi',
    )
  })
})
