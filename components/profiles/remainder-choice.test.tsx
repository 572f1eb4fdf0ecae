import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { RemainderChoice } from './remainder-choice.tsx'

function shown(amount: number, language: 'en' | 'sw' = 'en', error?: string): string {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <RemainderChoice amount={amount} error={error} onChange={() => undefined} />
    </InLanguage>,
  )
  return html.replaceAll('\u00a0', ' ')
}

test('what is given up is named to the cent, and is what the box stands for', () => {
  expect(shown(4.5)).toContain('You have KES 4.50 left, and the smallest withdrawal is KES 10.')
  expect(shown(4.5)).toContain('>I give up KES 4.50<')
  expect(shown(4.5)).toMatch(/<input[^>]*type="checkbox"[^>]*name="given_up"[^>]*value="4.5"/)
  expect(shown(4.5)).not.toMatch(/checked|aria-invalid/)
  expect(shown(4.5, 'sw')).toContain('>Ninaziacha KES 4.50<')
})

test('what is wrong with it is said beside it', () => {
  const html = shown(4.5, 'en', 'Tick this.')
  const [, error] = html.match(/id="([^"]*-error)" role="alert"[^>]*>Tick this\.</) ?? []
  expect(html).toMatch(new RegExp(`aria-invalid="true" aria-describedby="\\S+ ${error}"`))
})
