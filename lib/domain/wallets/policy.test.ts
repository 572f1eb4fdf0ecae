import { expect, test } from 'vitest'
import { describeJournal, type JournalStory } from './policy.ts'

test('each kind of journal is told in a line', () => {
  const story: JournalStory = {
    type: '',
    voteCount: null,
    videoTitle: null,
    challenge: null,
    key: 'intent:1',
  }
  const told = (more: Partial<JournalStory>) => describeJournal({ ...story, ...more })
  expect(told({ type: 'gift', voteCount: 1, videoTitle: 'Kayole nights' })).toBe('1 gift for “Kayole nights”')
  expect(told({ type: 'gift', voteCount: 20 })).toBe('20 gifts')
  expect(told({ type: 'prize', challenge: 'October 2026', key: 'prize:c:2' })).toBe(
    'Prize for rank 2, October 2026',
  )
  expect(told({ type: 'royalty', challenge: 'October 2026' })).toBe('Royalties, October 2026')
  expect(told({ type: 'subscription' })).toBe('Subscription')
  expect(told({ type: 'topup' })).toBe('Top-up from M-PESA')
  expect(told({ type: 'fund_transfer' })).toBe('Fund transfer')
})
