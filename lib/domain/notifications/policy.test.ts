import { describe, expect, test } from 'vitest'
import { notificationKinds } from '#lib/contract/notifications/constants.ts'
import { nairobiTime } from '#lib/core/clock.ts'
import {
  afterQuiet,
  dueAt,
  isDayBeforeLast,
  isOnAtFirst,
  isQuiet,
  isWanted,
  kindsFor,
  rankNews,
} from './policy.ts'

const at = (day: number, hour: number, minute = 0) => nairobiTime(2026, 11, day, hour, minute)

describe('at night in Nairobi', () => {
  test('it is quiet from nine to seven', () => {
    expect([at(25, 20, 59), at(25, 21), at(26, 0), at(26, 6, 59), at(26, 7)].map(isQuiet)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  test('what happens waits for the morning, by day it leaves at once', () => {
    expect(afterQuiet(at(25, 12))).toEqual(at(25, 12))
    expect(afterQuiet(at(25, 21))).toEqual(at(26, 7))
    expect(afterQuiet(at(26, 3))).toEqual(at(26, 7))
    expect(afterQuiet(at(30, 23))).toEqual(nairobiTime(2026, 12, 1, 7))
  })
})

test('decisions wait two minutes for each other, also into the night; the rest leaves at once', () => {
  expect(dueAt('payout_sent', at(25, 12))).toEqual(at(25, 12))
  expect(dueAt('video_decided', at(25, 12))).toEqual(at(25, 12, 2))
  expect(dueAt('track_decided', at(25, 20, 59))).toEqual(at(26, 7))
})

describe('choices', () => {
  test('begin with everything pushed, and what comes daily not mailed', () => {
    expect(notificationKinds.filter((kind) => !isOnAtFirst(kind, 'mail'))).toEqual([
      'votes_yesterday',
      'rank_changed',
    ])
    expect(notificationKinds.every((kind) => isOnAtFirst(kind, 'push'))).toBe(true)
  })

  test('go before that, each for its own channel', () => {
    const chosen = [{ kind: 'royalties', channel: 'mail', isOn: false } as const]
    expect(isWanted('royalties', 'mail', chosen)).toBe(false)
    expect(isWanted('royalties', 'push', chosen)).toBe(true)
    expect(
      isWanted('votes_yesterday', 'mail', [{ kind: 'votes_yesterday', channel: 'mail', isOn: true }]),
    ).toBe(true)
  })

  test('are those of the role; everything concerns somebody, and nothing staff', () => {
    expect(kindsFor('dancer')).not.toContain('royalties')
    expect(kindsFor('copyright_owner')).not.toContain('tracks_assigned')
    expect(kindsFor('compliance_officer')).toEqual([])
    const somebody = new Set([...kindsFor('dancer'), ...kindsFor('copyright_owner')])
    expect([...somebody].sort()).toEqual([...notificationKinds].sort())
  })
})

test('a rank is gained, lost, entered or left, and nothing is told where it stays', () => {
  expect([rankNews(14, 12), rankNews(12, 14), rankNews(undefined, 20), rankNews(20, undefined)]).toEqual([
    'rank_gained',
    'rank_lost',
    'rank_entered',
    'rank_left',
  ])
  expect([rankNews(3, 3), rankNews(undefined, undefined)]).toEqual([null, null])
})

test('tomorrow is the last day on the day before it, from midnight to midnight in Nairobi', () => {
  const ends = nairobiTime(2026, 12, 1)
  expect(
    [at(28, 23, 59), at(29, 0), at(29, 23, 59), at(30, 0)].map((one) => isDayBeforeLast(ends, one)),
  ).toEqual([false, true, true, false])
})
