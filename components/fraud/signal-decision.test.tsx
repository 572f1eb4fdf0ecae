import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { SignalNote } from './signal-decision.tsx'

const ignored = () => undefined
const unexplained = { refusal: null, isMissing: true, area: { current: null }, note: '', write: ignored }

function shown(isOpen: boolean, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <SignalNote decision={{ ...unexplained, isOpen, dismiss: ignored }} />
    </InLanguage>,
  )
}

test('whoever ends an escalated signal is asked what was found, and not why nothing is wrong', () => {
  expect(shown(true)).toContain('Say why there is nothing wrong with it.')
  expect(shown(false)).toContain('Say what was found and done.')
  expect(shown(false, 'sw')).toContain('Sema kilichopatikana na kilichofanywa.')
})
