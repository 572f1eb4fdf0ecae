import { createTranslator } from 'next-intl'
import { describe, expect, test } from 'vitest'
import { selectErrorMessage } from '#lib/client/http/error-message.ts'
import { inPageLanguage, setServerWords } from '#lib/client/messages/server-words.ts'
import { titleOfMonth } from '#lib/client/messages/server-words-in-swahili.ts'
import { auditActions } from '#lib/contract/audit/constants.ts'
import en from '#messages/en.json' with { type: 'json' }
import { serverWords } from '#messages/server-words-sw.ts'
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
    'hash salt tally gift xxxxxxxx nlj rt sv skl ctrl com embed postgresql ntp',
  ].flatMap((line) => line.split(' ')),
)

describe('every language', () => {
  test('has the same keys, in the same order', () => {
    expect([...swahili.keys()]).toEqual([...english.keys()])
  })

  test('spells M-PESA as M-PESA does, but where the documents have another word', () => {
    const said = [...english.values(), ...swahili.values(), ...Object.entries(serverWords).flat()]
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

  test('is what a sentence of the server becomes, whatever stands in it', () => {
    setServerWords(serverWords, titleOfMonth)
    const said = Object.fromEntries(
      [
        'This field is required.',
        'Ensure this field has no more than 60 characters.',
        'Sent back: 3 gifts for “Moyo (Mwepesi)”',
        'Prize for rank 2, November 2026 Challenge',
        'Royalties, Madaraka',
        'There was not enough money in M-PESA. Nothing was charged. You can pay by Paybill instead.',
        'Sent back: 3 gifts for “M-Pesa”',
        '3 withdrawals need people. 2 refunds need people.',
        'Waiting in mail: 9. Waiting in payments: 1.',
        'No tracks to assign in November 2026 Challenge.',
        'Assigned 3 tracks to 1 dancer in November 2026 Challenge. 1 dancer still has fewer than 3: the pool has no more, and gets the rest when tracks are approved.',
        'Assigned 7 tracks to 3 dancers in November 2026 Challenge. 2 dancers still have fewer than 3: the pool has no more, and get the rest when tracks are approved.',
        'Assigned 1 track to Otieno. The pool has no more than 1 track for them: the rest follows when tracks are approved.',
        'Nothing to assign to Otieno. The pool has no more than 0 tracks for them: the rest follows when tracks are approved.',
        'The prizes cannot be paid: Platform revenue is short by KES 500.',
        'A sentence that nobody has translated.',
      ].map((sentence) => [sentence, inPageLanguage(sentence)]),
    )
    setServerWords({})
    expect(Object.values(said)).toEqual([
      'Sehemu hii lazima ijazwe.',
      'Tumia herufi zisizozidi 60.',
      'Zimerejeshwa: Zawadi 3 kwa “Moyo (Mwepesi)”',
      'Tuzo ya nafasi ya 2, Shindano la Novemba 2026',
      'Mirabaha, Madaraka',
      'Salio la M-PESA halikutosha. Hakuna pesa zilizokatwa. Badala yake unaweza kulipa kwa Paybill.',
      'Zimerejeshwa: Zawadi 3 kwa “M-Pesa”',
      'Kutoa pesa 3 kunahitaji watu. Marejesho 2 yanahitaji watu.',
      'Zinazosubiri kwenye barua pepe: 9. Zinazosubiri kwenye mawasiliano na M-PESA: 1.',
      'Hakuna nyimbo za kugawa, Shindano la Novemba 2026.',
      'Nyimbo 3 zimegawiwa mchezaji 1, Shindano la Novemba 2026. Mchezaji 1 bado ana chini ya nyimbo 3: hakuna nyingine za kugawa, na atapata zilizobaki nyimbo zikiidhinishwa.',
      'Nyimbo 7 zimegawiwa wachezaji 3, Shindano la Novemba 2026. Wachezaji 2 bado wana chini ya nyimbo 3: hakuna nyingine za kugawa, na watapata zilizobaki nyimbo zikiidhinishwa.',
      'Wimbo 1 umegawiwa Otieno. Kuna wimbo 1 tu kwa ajili yake: zilizobaki zitafuata nyimbo zikiidhinishwa.',
      'Hakuna wimbo wa kumgawia Otieno. Kuna nyimbo 0 tu kwa ajili yake: zilizobaki zitafuata nyimbo zikiidhinishwa.',
      'Tuzo haziwezi kulipwa: Mapato ya Ngoma yamepungukiwa KES 500.',
      'A sentence that nobody has translated.',
    ])
    expect(inPageLanguage('This field is required.')).toBe('This field is required.')
  })

  test('has the same names in the sentences of the server', () => {
    const names = (text: string) => [...readSentence(text).arguments].sort()
    // A name that Swahili leaves out is known by its place in the English one.
    const strange = Object.entries(serverWords).filter(([of, to]) =>
      names(to).some((name) => !names(of).includes(name)),
    )
    expect(strange).toEqual([])
  })

  test('has words for every refusal that the rules of the product make', () => {
    setServerWords(serverWords)
    const rules = sourceFiles().filter(
      ({ name }) =>
        (isIn('lib/domain', name) || isIn('lib/contract', name)) &&
        !name.includes('.test.') &&
        !isIn('lib/domain/mail', name),
    )
    const refusal = /new RuleError\(\s*'\w+',\s*'((?:[^'\\]|\\.)*)'/g
    const untold = rules.flatMap(({ text }) =>
      [...text.matchAll(refusal)]
        .map(([, sentence = '']) => sentence.replaceAll("\\'", "'"))
        .filter((sentence) => selectErrorMessage({ error: sentence }) === sentence),
    )
    setServerWords({})
    expect(untold).toEqual([])
  })

  test('has words for every sentence of the health checks', () => {
    setServerWords(serverWords)
    const literal = /(['`]) ?([A-Z](?:(?!\1).)* (?:(?!\1).)*[.?])\1/g
    const said = sourceFiles()
      .filter(({ name }) => /^lib\/domain\/health\/(policy|queries)\.ts$/.test(name))
      .flatMap(({ text }) => [...text.matchAll(literal)])
      // Any value may stand in a template.
      .map(([, , sentence = '']) => sentence.replaceAll(/\$\{[^}]*\}/g, '7'))
    const untold = said.filter((sentence) => inPageLanguage(sentence) === sentence)
    setServerWords({})
    expect(said).toContain('All agree with that of PostgreSQL.')
    expect(untold).toEqual([])
  })

  test('has words for every sentence that the rules of the product name', () => {
    setServerWords(serverWords)
    const rules = sourceFiles().filter(
      ({ name }) => (isIn('lib/domain', name) || isIn('lib/contract', name)) && !name.includes('.test.'),
    )
    const named =
      /(?:\b[A-Z][A-Z\d_]+ =|\bwrongType:|\btooLarge:)\s*'([A-Z](?:[^'\\]|\\.)* (?:[^'\\]|\\.)*)'/g
    const untold = rules.flatMap(({ text }) =>
      [...text.matchAll(named)]
        .map(([, sentence = '']) => sentence.replaceAll("\\'", "'"))
        .filter((sentence) => inPageLanguage(sentence) === sentence),
    )
    setServerWords({})
    // What every approval of a track carries is shown to nobody.
    expect(untold).toEqual(['Approved by compliance officer'])
  })
})

test('every action that the product records in the audit has its words', () => {
  const recorded = sourceFiles()
    .filter(
      ({ name, text }) => isIn('lib/domain', name) && !name.includes('.test.') && /recordAudit\(/.test(text),
    )
    .flatMap(({ text }) => text.match(/\baction(?::|\?:)[^\n]*|\bawait audit\([^\n]*/g) ?? [])
    .flatMap((line) => [...line.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, action = '']) => action))
  expect(recorded.length).toBeGreaterThan(30)
  expect(recorded.filter((action) => !auditActions.some((known) => known === action))).toEqual([])
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
