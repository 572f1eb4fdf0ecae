import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { BarChart } from './bar-chart.tsx'

const points = [300, 48, null, null].map((value, hour) => ({
  at: `2026-11-29T0${hour}:00:00+03:00`,
  when: `0${hour}:00`,
  tick: `0${hour}:00`,
  value,
  before: 10 + hour,
}))

function shown(language: 'en' | 'sw' = 'en') {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <BarChart title="Votes" points={points} show={String} tone="leaf" />
    </InLanguage>,
  )
  return { html, words: html.replaceAll(/(?:<[^>]*>)+/g, '|').replaceAll(/\s/g, ' ') }
}

test('today is compared with the same hours of last week, not with its whole day', () => {
  expect(shown().words).toContain('|Votes|348|last week up to this hour 21|')
  expect(shown('sw').words).toContain('|wiki iliyopita hadi saa hii 21|')
})

test('the table has all hours of last week', () => {
  expect(shown().words).toContain('|02:00|not yet|12|03:00|not yet|13|')
})
