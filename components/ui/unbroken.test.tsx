import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { unbroken } from './unbroken.ts'

test('M-PESA stays on one line, and the words stay as they are', () => {
  const words = 'M-PESA, Lipa na M-PESA, Pay Bill.'
  const html = renderToStaticMarkup(<p>{unbroken(words)}</p>)
  expect(html.match(/<span class="whitespace-nowrap">M-PESA<\/span>/g)).toHaveLength(2)
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(words)
})

test('what does not name it is left alone', () => {
  expect(unbroken('Paybill')).toBe('Paybill')
  expect(unbroken(null)).toBeNull()
})
