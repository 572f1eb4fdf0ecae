import { expect, test } from 'vitest'
import { addressOf, feedSorts } from '#lib/client/videos/home-view.ts'
import { warmedPages } from './warm-pages.ts'

test('every view of the home page is warmed', () => {
  const views = [...feedSorts, 'leaderboard' as const].map(addressOf)
  expect(warmedPages).toEqual(expect.arrayContaining(views))
})
