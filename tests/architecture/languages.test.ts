import { createTranslator } from 'next-intl'
import { describe, expect, test } from 'vitest'
import { sayField } from '#lib/client/messages/say-field.ts'
import { auditActions } from '#lib/contract/audit/constants.ts'
import { jsonIn, say, sayAll, sentenceOf, serverTexts, storedSentence } from '#lib/core/sentence.ts'
import en from '#messages/en.json' with { type: 'json' }
import { codedSentence } from '#messages/server/catalogue.ts'
import { fields } from '#messages/server/fields.ts'
import sw from '#messages/sw.json' with { type: 'json' }
import { readSentence } from './icu-message.ts'
import { isIn, sourceFiles } from './source-tree.ts'

/** The sentences of a catalogue by their key. */
function sentences(part: unknown, path = ''): [key: string, message: string][] {
  if (typeof part === 'string') return [[path, part]]
  return Object.entries(part ?? {}).flatMap(([key, inner]) =>
    sentences(inner, path === '' ? key : `${path}.${key}`),
  )
}

const english = new Map(sentences(en))
const swahili = new Map(sentences(sw))
const both = [...english].map(([key, message]) => ({
  key,
  en: readSentence(message),
  sw: readSentence(swahili.get(key) ?? ''),
}))

/**
 * Words that both languages have. Names and signs that nobody translates; what M-PESA's and YouTube's own menus say; and
 * what only operators read, as they type it.
 */
const shared = new Set(
  [
    'ngoma kenya uganda tanzania rwanda nairobi kayole kisumu benga asante karibu tena lipa na pesa',
    'whatsapp story google youtube youtu be instagram tiktok aegis safaricom redis iphone mcsk txt nljrtsv xxxxxxxx',
    'kes ksh kyc pin qr csv mp mb ms pm pdf png jpeg webp json https uuid sha ipi pro email data video',
    'paybill pay bill watch shorts public unlisted authenticator utility working reversal',
    'code also npm run audit check staff reset second factor password consumer key secret outbox worker',
    'hash salt tally gift xxxxxxxx nlj rt sv skl ctrl com embed postgresql ntp hledger beancount',
  ].flatMap((line) => line.split(' ')),
)

describe('every language', () => {
  test('has the same keys, in the same order', () => {
    expect([...swahili.keys()]).toEqual([...english.keys()])
  })

  test('spells M-PESA as M-PESA does, but where the documents have another word', () => {
    const said = [
      ...english.values(),
      ...swahili.values(),
      ...Object.values(serverTexts).flatMap(({ en, sw }) => [en, sw]),
    ]
    const others = said.filter((sentence) => /m.?pesa/i.test(sentence.replaceAll('M-PESA', '')))
    expect([...new Set(others)].filter((sentence) => !sentence.startsWith('Enter MPESA number in'))).toEqual(
      [],
    )
  })

  test('takes the same arguments and tags', () => {
    const shape = (side: 'en' | 'sw') =>
      both.map((one) => [one.key, [...one[side].arguments].sort(), [...one[side].tags].sort()])
    expect(shape('sw')).toEqual(shape('en'))
  })

  test('has the plurals that it needs', () => {
    for (const side of ['en', 'sw'] as const) {
      const { pluralCategories } = new Intl.PluralRules(side).resolvedOptions()
      const wrong = both.filter((one) =>
        [...one[side].plurals.values()].some(
          (cases) =>
            !cases.includes('other') ||
            cases.some((name) => !name.startsWith('=') && !pluralCategories.some((known) => known === name)),
        ),
      )
      expect(wrong.map(({ key }) => key)).toEqual([])
    }
  })

  test.each([
    ['en', en],
    ['sw', sw],
  ] as const)('can be said: %s', (locale, messages) => {
    const problems: string[] = []
    const onError = (error: Error) => void problems.push(error.message)
    const t = createTranslator({ locale, messages, onError })
    for (const one of both) {
      for (const amount of [0, 1, 2]) {
        const values = Object.fromEntries([...one[locale].arguments].map((name) => [name, amount]))
        const tags = Object.fromEntries(
          [...one[locale].tags].map((name) => [name, (inner: unknown) => inner]),
        )
        // Its type knows each key, not all of them.
        Reflect.apply(t.rich, t, [one.key, { ...values, ...tags }])
      }
    }
    expect(problems).toEqual([])
  })
})

describe('Swahili', () => {
  test('has no English word but those that may stay', () => {
    const vocabulary = new Set(both.flatMap((one) => [...one.en.words]))
    const strays = both.flatMap(({ key, sw: { words } }) =>
      [...words].filter((word) => vocabulary.has(word) && !shared.has(word)).map((word) => `${key}: ${word}`),
    )
    expect(strays).toEqual([])
  })

  test('has the same values in the sentences of the server', () => {
    const namesIn = (text: string) => [...readSentence(text).arguments].sort()
    // Swahili needs no word for some of them.
    const strange = Object.entries(serverTexts).filter(([, { en, sw }]) =>
      namesIn(sw).some((name) => !namesIn(en).includes(name)),
    )
    expect(strange).toEqual([])
  })
})

describe('a sentence of the server', () => {
  const gifts = say('journal.gifts_for', { count: 3, video: 'Moyo (Mwepesi)' })
  test.each([
    [say('field.required'), 'This field is required.', 'Sehemu hii lazima ijazwe.'],
    [
      say('journal.sent_back', { what: gifts }),
      'Sent back: 3 gifts for “Moyo (Mwepesi)”',
      'Zimerejeshwa: Zawadi 3 kwa “Moyo (Mwepesi)”',
    ],
    [
      say('journal.prize_of', { rank: 2, month: 'November 2026 Challenge' }),
      'Prize for rank 2, November 2026 Challenge',
      'Tuzo ya nafasi ya 2, Shindano la Novemba 2026',
    ],
    [say('journal.royalties_of', { month: 'Madaraka' }), 'Royalties, Madaraka', 'Mirabaha, Madaraka'],
    [
      sayAll([say('failure.low_balance'), say('pay_by_paybill')]),
      'There was not enough money in M-PESA. Nothing was charged. You can pay by Paybill instead.',
      'Salio la M-PESA halikutosha. Hakuna pesa zilizokatwa. Badala yake unaweza kulipa kwa Paybill.',
    ],
    [
      say('prizes_short', { what: say('wallet.platform_revenue'), amount: 500 }),
      'The prizes can’t be paid: Platform revenue is short by KES 500.',
      'Tuzo haziwezi kulipwa: Mapato ya Ngoma yamepungukiwa KES 500.',
    ],
    [
      sayAll([say('health.refunds', { count: 2 }), 'ECONNREFUSED.']),
      'Refunds to resolve: 2. ECONNREFUSED.',
      'Marejesho ya kutatua: 2. ECONNREFUSED.',
    ],
  ])('is said in each language, and comes back from the database: %s', (sentence, english, swahili) => {
    for (const one of [sentence, storedSentence(sentence.coded)]) {
      expect(jsonIn('en', { one })).toBe(JSON.stringify({ one: english }))
      expect(jsonIn('sw', { one })).toBe(JSON.stringify({ one: swahili }))
    }
    expect(JSON.stringify({ sentence })).toBe(JSON.stringify({ sentence: english }))
  })

  test.each([
    'Not yours.',
    '[["no_such_key"]]',
    '[["',
    '[[7]]',
    '[["field.required"], 5]',
    '[["field.required", 5]]',
  ])('is not what people wrote: %s', (text) => {
    expect(storedSentence(text)).toBe(text)
  })

  test('of a schema is one that forms can say as well', () => {
    const coded = codedSentence('field.too_long', { max: 60 })
    expect(sayField('sw', coded)).toBe('Tumia herufi zisizozidi 60.')
    expect(String(sentenceOf(coded))).toBe('Use at most 60 characters.')
    const used = sourceFiles()
      .filter(({ name }) => isIn('lib/contract', name))
      .flatMap(({ text }) => [...text.matchAll(/codedSentence\(\s*'([^']+)'/g)].map(([, key = '']) => key))
    expect(used.length).toBeGreaterThan(100)
    expect(used.filter((key) => !Object.hasOwn(fields, key))).toEqual([])
  })
})

test('every action that the product records in the audit has its words', () => {
  const recorded = sourceFiles()
    .filter(
      ({ name, text }) =>
        isIn('lib/domain', name) && !name.includes('.test.') && /record(?:Audit|Export)\(/.test(text),
    )
    .flatMap(
      ({ text }) => text.match(/\baction(?::|\?:)[^\n]*|\bawait (?:audit|recordExport)\([^\n]*/g) ?? [],
    )
    .flatMap((line) => [...line.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => action))
  expect(recorded.length).toBeGreaterThan(30)
  const actions = recorded.filter((one) => !Object.hasOwn(serverTexts, one))
  expect(actions.filter((action) => !auditActions.some((known) => known === action))).toEqual([])
})

test('what people read in components comes from the catalogue', () => {
  const screens = sourceFiles().filter(
    ({ name }) =>
      name.endsWith('.tsx') &&
      !name.includes('.test.') &&
      (isIn('components', name) || isIn('app', name)) &&
      // The last resort, when there is no catalogue either: it says itself in both languages.
      name !== 'app/global-error.tsx',
  )
  const betweenTags = />\s*([^<>{}=;()]*\p{L}{2,}[^<>{}=;()]*?)\s*<\//gu
  const inAttributes = /\s(?:aria-label|title|alt|placeholder|label|legend|words)="([^"]*\p{L}{2,}[^"]*)"/gu
  const inToasts = /\bshowToast\(\{\s*title: '([^']*\p{L}{2,}[^']*)'/gu
  const found = screens.flatMap(({ name, text }) =>
    [betweenTags, inAttributes, inToasts].flatMap((form) =>
      [...text.matchAll(form)].map(([, words]) => `${name}: ${words}`),
    ),
  )
  // The wordmark on the card, keys, an address, and a sum that is hidden: the same in every language.
  expect(found).toEqual([
    'components/review/reason-form.tsx: Ctrl ⏎',
    'components/ui/youtube-field.tsx: https://youtu.be/…',
    'components/videos/share-card.tsx: ngoma',
    'components/wallets/wallet-card.tsx: KES ••••',
  ])
})
