import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { SelectStep } from './select-step.tsx'

function shown(initial: number, isQuick: boolean): string {
  return renderToStaticMarkup(
    <InLanguage>
      <SelectStep initial={initial} isQuick={isQuick} onPick={() => undefined} />
    </InLanguage>,
  )
}

test.each([false, true])(
  'who comes back finds the number that was typed (presets lead on: %j)',
  (isQuick) => {
    const words = shown(7, isQuick)
    expect(words).toMatch(/<input[^>]* value="7"/)
    expect(words).toMatch(/Continue with KES.350/)
  },
)

test('a preset is picked where it stands, and nothing is typed', () => {
  const words = shown(5, false)
  expect(words).toMatch(/Continue with KES.250/)
  expect(words).not.toMatch(/inputMode="numeric"[^>]* value="5"/)
})
