import { expect, test } from 'vitest'
import type { Video } from '#lib/contract/videos/calls.ts'
import { mayWithdraw, withVideo } from './withdraw-dialog.tsx'

const challenge = { id: '01a2013b-0000-7000-8000-0000000000cc', title: 'November' }

test('an approved video can be withdrawn until its month is closed, and no other one', () => {
  for (const phase of ['subscription', 'voting', 'tallying'] as const)
    expect(mayWithdraw({ status: 'approved', challenge: { ...challenge, phase } })).toBe(true)
  expect(mayWithdraw({ status: 'approved', challenge: { ...challenge, phase: 'closed' } })).toBe(false)
  expect(mayWithdraw({ status: 'rejected', challenge: { ...challenge, phase: 'voting' } })).toBe(false)
})

test('only the row of the video that was withdrawn changes', () => {
  const of = (id: string, status: Video['status']) => ({ id, status }) as Video
  const page = { count: 2, results: [of('a', 'approved'), of('b', 'approved')] }
  expect(withVideo(page, of('b', 'rejected'))?.results).toEqual([of('a', 'approved'), of('b', 'rejected')])
  expect(withVideo(undefined, of('b', 'rejected'))).toBeUndefined()
})
