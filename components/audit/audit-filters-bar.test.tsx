import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { AuditFiltersBar } from './audit-filters-bar.tsx'

function options(action: string, language: 'en' | 'sw' = 'en') {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <AuditFiltersBar filters={{ action }} actions={[]} onFilter={() => undefined} />
    </InLanguage>,
  )
  return [...html.matchAll(/<option value="([^"]*)"( selected="")?>([^<]*)/g)].map(
    ([, value, selected, words]) => [value, selected !== undefined, words],
  )
}

test('the audit can be filtered to all decisions and to all that is about money', () => {
  expect(options('money')).toMatchObject([
    ['', false, 'Anything'],
    ['decisions', false, 'All decisions'],
    ['money', true, 'Everything about money'],
  ])
  expect(options('decisions', 'sw').map(([value, selected]) => [value, selected])).toEqual([
    ['', false],
    ['decisions', true],
    ['money', false],
  ])
})
