import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { EscalatedSignals } from './admin-screen.tsx'

function shown(count: number, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <EscalatedSignals count={count} />
    </InLanguage>,
  )
}

test('super admins are led to the signals that wait for them, while there are some', () => {
  expect(shown(2)).toContain('href="/officer?tab=signals&amp;status=escalated"')
  expect(shown(2)).toContain('2 signals about gifts wait for a super admin')
  expect(shown(1)).toContain('1 signal about gifts waits for a super admin')
  expect(shown(1, 'sw')).toContain('Dalili 1 kuhusu zawadi inasubiri msimamizi mkuu')
  expect(shown(0)).toBe('')
})
