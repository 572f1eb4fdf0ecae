import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { drawOnce } from '#tests/support/shown-call.tsx'
import type { Explained } from './reason-form.tsx'
import type { Draft } from './use-drafts.ts'
import { type ExplainedDecision, useExplainedDecision } from './use-explained-decision.ts'
import type { DecisionAction } from './verbs.ts'

const explained = (missing: string | null): Explained => ({
  title: 'Why?',
  label: 'Note',
  hint: '',
  templates: [],
  maxLength: 500,
  missing,
  send: 'Send',
})
/** As for signals: a dismissal needs a note, an escalation does not. */
const ofSignal = { approve: explained('Say why there is nothing wrong with it.'), reject: explained(null) }
const blank: Draft = { reason: '', note: '', fieldReasons: {}, matched: [] }

/** Returns what a press chose and sent. */
function pressed(
  press: (decision: ReturnType<typeof useExplainedDecision>) => void,
  {
    draft = {},
    ...given
  }: Partial<Omit<ExplainedDecision, 'queue'>> & {
    chosen?: { id: string; action: DecisionAction } | null
    draft?: Partial<Draft>
  } = {},
) {
  const done: unknown[] = []
  const decision = drawOnce(new QueryClient(), () =>
    useExplainedDecision({
      queue: { chosen: given.chosen ?? null, choose: (chosen) => done.push({ chosen }) },
      item: { id: 's1' },
      decision: { send: (act) => void act() },
      refusal: null,
      isReady: true,
      drafts: { draft: { ...blank, ...draft }, change: (change) => done.push({ change }) },
      explained: ofSignal,
      decide: async (action) => done.push({ sent: action }),
      ...given,
    }),
  )
  press(decision)
  return done
}

const both = ['approve', 'reject'] as const
const chosenBefore = both.map((action) => ({ id: 's1', action }))

test('nothing that was not chosen is sent, whatever is written', () => {
  const draft = { note: 'A stand at the fair.', reason: 'Look at the phones.' }
  expect(pressed(({ submit }) => submit(), { draft })).toEqual([])
  const other = { id: 's2', action: 'approve' } as const
  expect(pressed(({ submit }) => submit(), { draft, chosen: other })).toEqual([])
})

test.each(chosenBefore)('what was chosen is sent, and nothing else: $action', (chosen) => {
  const draft = { note: 'A stand at the fair.', reason: 'Look at the phones.' }
  expect(pressed(({ submit }) => submit(), { draft, chosen })).toEqual([{ sent: chosen.action }])
})

test('a decision that needs an explanation is not sent by its key, nor without the explanation', () => {
  for (const action of both)
    expect(pressed(({ choose }) => choose(action))).toEqual([{ chosen: { id: 's1', action } }])
  const [approve, reject] = chosenBefore
  // A rejection's reason does not explain an approval.
  expect(pressed(({ submit }) => submit(), { chosen: approve, draft: { reason: 'Bought.' } })).toEqual([])
  expect(pressed(({ submit }) => submit(), { chosen: reject })).toEqual([{ sent: 'reject' }])
})

test('what is written belongs to the decision that it explains', () => {
  const [approve, reject] = chosenBefore
  expect(pressed(({ write }) => write('A stand.'), { chosen: approve })).toEqual([
    { change: { note: 'A stand.' } },
  ])
  expect(pressed(({ write }) => write('Bought.'), { chosen: reject })).toEqual([
    { change: { reason: 'Bought.' } },
  ])
})

test('a decision without an explanation is sent once the case is ready, seen, and may be decided', () => {
  const approval = { explained: { reject: explained('Say why.') } }
  const approve = ({ choose }: ReturnType<typeof useExplainedDecision>) => choose('approve')
  expect(pressed(approve, approval)).toEqual([{ sent: 'approve' }])
  for (const not of [
    { isReady: false },
    { isShown: false },
    { refusal: 'Somebody else works on it.' },
    { actions: ['reject'] as const },
    { chosen: { id: 's1', action: 'reject' } as const },
  ])
    expect(pressed(approve, { ...approval, ...not })).toEqual([])
})
