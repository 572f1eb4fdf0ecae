import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { useSignalNotes } from './use-signal-notes.ts'

function Dismissal({ isOpen }: { isOpen: boolean }) {
  const { title, missing, templates } = useSignalNotes(isOpen).approve
  return [title, missing, ...templates].join(' ')
}

function shown(isOpen: boolean, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <Dismissal isOpen={isOpen} />
    </InLanguage>,
  )
}

test('whoever ends an escalated signal is asked what was found, and not why nothing is wrong', () => {
  expect(shown(true)).toContain('Say why this signal is not a problem.')
  expect(shown(false)).toBe('What was found and done? Say what was found and done.')
  expect(shown(false, 'sw')).toContain('Sema kilichopatikana na kilichofanywa.')
})
