import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { breakingEmail } from './breaking-email.ts'

test.each([
  ['hamisi.mwakio@ngoma.example', '<p><span>hamisi.mwakio<wbr/>@ngoma.example</span></p>'],
  ['Dancer, hamisi@ngoma.example', '<p><span>Dancer, hamisi<wbr/>@ngoma.example</span></p>'],
  ['@hamisi', '<p>@hamisi</p>'],
  ['Hamisi Mwakio', '<p>Hamisi Mwakio</p>'],
])('%s may break before its @', (words, html) => {
  expect(renderToStaticMarkup(<p>{breakingEmail(words)}</p>)).toBe(html)
})
