import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { ConfirmStep } from './confirm-step.tsx'

const paybill = { business_number: '600999', account_number: 'ABC' }

function shown(isCancelled: boolean, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <ConfirmStep
        quantity={2}
        phone="254712345678"
        sending={false}
        problem={null}
        paybill={paybill}
        isCancelled={isCancelled}
        onBack={() => undefined}
        onSend={() => undefined}
      />
    </InLanguage>,
  )
}

test('after a gift was cancelled it can be paid by hand, and a prompt may come all the same', () => {
  const words = shown(true)
  expect(words).toContain('600999')
  expect(words).toContain('If a prompt for the cancelled gift still comes')
  expect(shown(true, 'sw')).toContain('Ombi la zawadi uliyoghairi likija hata hivyo')
  expect(shown(false)).not.toContain('Paybill')
})
