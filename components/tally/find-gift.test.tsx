import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { Outcome } from './find-gift.tsx'

const salt = '0123456789abcdef0123456789abcdef'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test.each([
  { receipt: 'NLJ7RT61SV', phone: '254712345678' },
  { receipt: 'NLJ7RT61SV', phone: '' },
  { receipt: '', phone: '254712345678' },
])('who computes the line of a gift without this page is shown the whole text: %j', (hashed) => {
  const payment = sha256(`ngoma-gift-1,${salt},cd,${hashed.receipt},${hashed.phone}`)
  const line = {
    position: 1,
    paid_at: '2026-11-21T17:20:05.000Z',
    video_id: 'v',
    votes: 1,
    payment,
    hash: '',
  }
  const gift = { ...line, video_title: 'A dance', key: 'cd', hashed, taken_back_at: null }
  const shown = renderToStaticMarkup(
    <InLanguage>
      <Outcome outcome={{ kind: 'found', gift, made: true }} salt={salt} hashes={null} />
    </InLanguage>,
  )
  const [, text = ''] = /<code[^>]*>([^<]*)<\/code>/.exec(shown) ?? []
  expect(sha256(text)).toBe(payment)
})
