import { describe, expect, test } from 'vitest'
import { sayField } from '#lib/client/messages/say-field.ts'
import { optionalName, optionalText, requiredName, requiredText } from './call.ts'
import { postComment } from './comments/calls.ts'
import { updateProfile } from './profiles/calls.ts'
import { submit } from './videos/submissions.ts'
import { NAME_UNSEEN } from './visible-text.ts'

const nothingSeen = [
  ['blanks', ' \t\n\u00a0\u2003\u3000'],
  ['zero-width blanks', '\u200b\u200c\u200d\ufeff'],
  ['bidi marks', '\u200e\u202e\u2066\u2069'],
  ['fillers', '\u3164\u115f\uffa0\u2800'],
  ['controls', '\u0001\u007f\u0085'],
  ['variation selectors and tags', '\ufe0f\u{e0061}'],
  ['a lone accent', '\u0301'],
] as const

const errorsOf = (schema: ReturnType<typeof requiredText>, typed: string) =>
  schema.safeParse(typed).error?.issues.map(({ message }) => sayField('en', message))

describe('a text of which nothing can be seen', () => {
  test.each(nothingSeen)('is none: %s', (_what, typed) => {
    expect(errorsOf(requiredText(10), typed)).toEqual(['This field is required.'])
    expect(errorsOf(requiredName(10), typed)).toEqual(['This field is required.'])
    expect(optionalText(10).parse(typed)).toBe('')
    expect(optionalName(10).parse(typed)).toBe('')
  })
})

test('a text that people write stays as it is, with its emoji, joiners and line breaks', () => {
  for (const text of ['Moto sana 🔥', '👩🏾‍❤️‍💋‍👨🏿 ❤️', 'ela\nnyingine', 'नमस्ते', 'می‌خواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '.'])
    expect(requiredText(100).parse(`  ${text}\n`)).toBe(text)
})

describe('a name', () => {
  test('is stored in one form', () => {
    expect(requiredName(60).parse('  Akinyi \u00a0\t Steps\n')).toBe('Akinyi Steps')
    expect(requiredName(60).parse('Ａｋｉｎｙｉ')).toBe('Akinyi')
    expect(requiredName(60).parse('Wanjiku\u0303')).toBe('Wanjik\u0169')
    expect(optionalName(60).parse('  wa   Thika ')).toBe('wa Thika')
  })

  test('has no characters that cannot be seen', () => {
    for (const hidden of [
      '\u200b',
      '\u200d',
      '\u202e',
      '\u00ad',
      '\u0007',
      '\ufe0f',
      '\u2060',
      '\u{e0041}',
      '\u3164',
    ])
      for (const schema of [requiredName(60), optionalName(60)])
        expect(errorsOf(schema, `Aki${hidden}nyi`), JSON.stringify(hidden)).toEqual([
          sayField('en', NAME_UNSEEN),
        ])
  })

  test('may have emoji, joined ones too', () => {
    for (const name of [
      '💃🏾 Shiru',
      'Shiru ❤️',
      '👩🏾‍🎤 Amina',
      "Ng'ang'a",
      'Wanjikũ',
      'O’Tieno',
      '陈伟',
      'ሰላም',
    ])
      expect(requiredName(60).parse(name)).toBe(name)
  })

  test('and any text may have no more joined emoji than a picture is made of', () => {
    const family = '👩🏾‍👩🏾‍👧🏾‍👦🏾'
    const kiss = '👩🏽‍❤️‍💋‍👨🏽'
    expect(requiredName(60).parse(`${family} Amina`)).toBe(`${family} Amina`)
    expect(requiredText(500).parse(`Moto ${kiss}`)).toBe(`Moto ${kiss}`)
    const joined = Array.from({ length: 150 }, () => '💃').join('\u200d')
    for (const schema of [requiredText(500), optionalText(500), requiredName(500), optionalName(500)])
      expect(schema.parse(joined)).toBe('💃'.repeat(150))
  })

  test('is as long as what is stored', () => {
    expect(errorsOf(requiredName(60, 2), ' A ')).toEqual(['Use at least 2 characters.'])
    expect(requiredName(3).parse('A      B')).toBe('A B')
    expect(errorsOf(requiredName(3), '\ufdfa')).toEqual(['Use at most 3 characters.'])
  })
})

const turning = ['\u202e', '\u202d', '\u202b', '\u2067']

/** Public texts. */
const publicTexts: Record<string, (text: string) => boolean> = {
  comment: (text) => postComment.body.safeParse({ text }).success,
  bio: (bio) => updateProfile.body.safeParse({ bio }).success,
  location: (location) => updateProfile.body.safeParse({ location }).success,
  'title of a video': (title) => submit.body.shape.title.safeParse(title).success,
  'description of a video': (text) => submit.body.shape.description.safeParse(text).success,
}

test.each(Object.entries(publicTexts))('a %s does not turn the text after it round', (_, takes) => {
  expect(takes('Moto sana! مرحبا 👩🏾‍🎤')).toBe(true)
  for (const mark of turning) expect(takes(`Moto ${mark}sana`), JSON.stringify(mark)).toBe(false)
})
