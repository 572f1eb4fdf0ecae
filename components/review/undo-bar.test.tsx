import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { HeldDecision } from '#lib/contract/decisions/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { deskAnswers } from './desk-answers.ts'
import { UndoBar } from './undo-bar.tsx'

/** After this decision of the officer. */
function shown(decision: Partial<HeldDecision>, language: 'en' | 'sw' = 'en'): string {
  const client = new QueryClient()
  const track = { id: 'd1', subject_type: 'track', subject_id: 't1', action: 'approve', seconds_left: 9 }
  const held = { ...track, owner: 'Amina', title: 'Jua Kali', ...decision }
  client.setQueryData(deskAnswers.held, [{ ...held, until: Date.now() + 9_000 }])
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage language={language}>
        <UndoBar within={null} />
      </InLanguage>
    </QueryClientProvider>,
  )
  return html.replaceAll(/(?:<[^>]*>)+/g, '|')
}

test.each([
  [{}, 'Approved: “Jua Kali” by Amina', '“Jua Kali”'],
  [{ action: 'reject' }, 'Rejected: “Jua Kali” by Amina', '“Jua Kali”'],
  [{ subject_type: 'kyc', title: null }, 'Approved: Amina', 'Amina'],
  [{ subject_type: 'signal' }, 'Dismissed: signal about “Jua Kali” by Amina', '“Jua Kali”'],
  [{ subject_type: 'signal', action: 'reject' }, 'signal about “Jua Kali” by Amina', '“Jua Kali”'],
  [{ subject_type: 'comment', action: 'reject', title: null }, 'Removed: comment by Amina', 'Amina'],
] as const)('what can be undone names the work: %j', (decision, english, swahili) => {
  expect(shown(decision)).toContain(english)
  expect(shown(decision, 'sw')).toContain(swahili)
})
