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
  expect(told({ type: 'gift', voteCount: 1, videoTitle: 'Kayole nights' })).toEqual(
    '1 gift for “Kayole nights”',
  )
  expect(told({ type: 'gift', voteCount: 20 })).toEqual('20 gifts')
  expect(told({ type: 'gift_taken_back', voteCount: 5, key: 'take_back:1' })).toEqual('Sent back: 5 gifts')
  expect(told({ type: 'gift_taken_back', voteCount: 5, key: 'hold:1' })).toEqual(
    'Held because of a fraud check: 5 gifts',
  )
  expect(told({ type: 'prize', challenge: 'October 2026', key: 'prize:c:2' })).toEqual(
    'Prize for rank 2, October 2026',
  )
  expect(told({ type: 'royalty', challenge: 'October 2026' })).toEqual('Royalties, October 2026')
  expect(told({ type: 'subscription' })).toEqual('Subscription')
  expect(told({ type: 'topup' })).toEqual('Top-up from M-PESA')
  expect(told({ type: 'fund_transfer' })).toEqual('Fund transfer')
})
