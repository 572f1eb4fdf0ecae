import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nairobiTime } from '#lib/core/clock.ts'
import { monthOf } from './dates.ts'

const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2031-12-31'), noInvalidDate: true })

it('finds voting and joining open at whatever moment it is asked', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const month = monthOf(moment)
      expect(month.startsAt <= moment && moment < month.endsAt).toBe(true)
      expect(month.votingStartsAt <= moment).toBe(true)
      expect(month.startsAt <= month.votingStartsAt).toBe(true)
      expect(moment < month.submissionsEndAt).toBe(true)
      expect(month.submissionsEndAt <= month.endsAt).toBe(true)
    }),
  )
})

it('opens voting on day 8 of the months before', () => {
  const month = monthOf(nairobiTime(2027, 1, 3), -1)
  expect(month.key).toBe('2026-12-01')
  expect(month.name).toBe('December 2026')
  expect(month.votingStartsAt).toEqual(nairobiTime(2026, 12, 8))
  expect(month.endsAt).toEqual(nairobiTime(2027, 1))
})
