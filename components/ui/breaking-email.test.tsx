import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { breakingEmail } from './breaking-email.ts'

test.each([
  ['hamisi.mwakio@ngoma.example', '<p>hamisi.mwakio<wbr/>@ngoma.example</p>'],
  ['Dancer, hamisi@ngoma.example', '<p>Dancer, hamisi<wbr/>@ngoma.example</p>'],
  ['@hamisi', '<p>@hamisi</p>'],
  ['Hamisi Mwakio', '<p>Hamisi Mwakio</p>'],
])('%s may break before its @', (words, html) => {
  expect(renderToStaticMarkup(<p>{breakingEmail(words)}</p>)).toBe(html)
})
