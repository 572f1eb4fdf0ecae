import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Proposal } from '#lib/contract/reconciliation/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { DecideProposal } from './decide-proposal.tsx'

const proposal: Proposal = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  action: 'close',
  note: 'Float of November',
  proposed_by: { id: '01a2013b-0000-7000-8000-00000000000b', username: 'Amina' },
  proposed_at: '2026-11-22T09:00:00.000Z',
  is_own: false,
  can_confirm: true,
  is_proposer_gone: false,
  has_changed: false,
  receipt: null,
  vote_code: null,
  method: null,
}

function shown(change: Partial<Proposal>, language: 'en' | 'sw' = 'en'): string {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <DecideProposal
        found={{ kind: 'payment', status: 'review' }}
        proposal={{ ...proposal, ...change }}
        onDecide={() => undefined}
      />
    </InLanguage>,
  )
  return html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\s/g, ' ')
}

test.each([
  ['one of the two is new', { can_confirm: false }, 'less than seven days', 'ndani ya siku saba'],
  [
    'who proposed it is gone',
    { can_confirm: false, is_proposer_gone: true },
    'no longer a super admin',
    'si msimamizi mkuu tena',
  ],
  ['it is another than was seen', { has_changed: true }, 'has changed since', 'yamebadilika tangu'],
  [
    'it is their own',
    { is_own: true, can_confirm: false },
    'confirmation by another super admin',
    'msimamizi mkuu mwingine',
  ],
])('nobody is offered to confirm what would be refused, and why: %s', (_, change, words, maneno) => {
  expect(shown({})).toContain('|Confirm|')
  expect(shown(change)).not.toContain('|Confirm|')
  expect(shown(change)).toContain(words)
  expect(shown(change, 'sw')).toContain(maneno)
})
