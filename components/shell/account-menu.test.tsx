import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { Welcome } from './account-menu.tsx'

test.each([
  ['super_admin', 'Super admin', 'Msimamizi mkuu'],
  ['compliance_officer', 'Officer', 'Afisa'],
] as const)('a %s is greeted as one', (backendRole, english, swahili) => {
  const shown = (language: 'en' | 'sw') =>
    renderToStaticMarkup(
      <InLanguage language={language}>
        <Welcome user={{ displayName: 'Amina', userType: 'officer', backendRole }} />
      </InLanguage>,
    ).replaceAll(/<[^>]*>/g, '|')
  expect(shown('en')).toContain('Amina')
  expect(shown('en')).toContain(`|${english}|`)
  expect(shown('sw')).toContain(`|${swahili}|`)
})
