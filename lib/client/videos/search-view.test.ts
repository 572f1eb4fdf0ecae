import { expect, test } from 'vitest'
import { isAsked, searchAddress, searchOf } from './search-view.ts'

const month = '0190b9a0-0000-7000-8000-000000000009'

test('an address says what is looked for, and leaves out what means nothing', () => {
  const view = searchOf(`?q=+Wafu+&county=Murang%27a&month=${month}&sort=most-voted`)
  expect(view).toEqual({
    sort: 'most-voted',
    filter: { search: 'Wafu', county: "Murang'a", challenge: month },
  })
  expect(searchOf(searchAddress(view).split('?')[1] ?? '')).toEqual(view)
  const nothing = searchOf('?county=Atlantis&month=1&sort=x&q=')
  expect(isAsked(nothing)).toBe(false)
  expect(searchAddress(nothing)).toBe('/search')
  expect(isAsked(searchOf('?month=current'))).toBe(true)
})
