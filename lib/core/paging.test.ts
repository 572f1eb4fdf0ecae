import { describe, expect, test } from 'vitest'
import { NotFoundError } from './errors.ts'
import { makePage, rowsOfPage } from './paging.ts'

describe('a page of a list', () => {
  test('begins after the rows of the pages before it', () => {
    expect(rowsOfPage(41, 1, 20)).toEqual({ limit: 20, offset: 0 })
    expect(rowsOfPage(41, 3, 20)).toEqual({ limit: 20, offset: 40 })
  })

  test('past the end is not there, but the first page of nothing is', () => {
    expect(() => rowsOfPage(40, 3, 20)).toThrow(new NotFoundError('page_unknown'))
    expect(rowsOfPage(0, 1, 20)).toEqual({ limit: 20, offset: 0 })
  })

  test('links to its neighbours with what was asked for', () => {
    const page = makePage(
      '/videos/',
      { search: 'a&b', status: undefined, challenge: '' },
      { count: 5, page: 2, page_size: 2 },
      [3, 4],
    )
    expect(page.next).toMatch(/\/api\/videos\/\?page=3&search=a%26b$/)
    expect(page.previous).toMatch(/\/api\/videos\/\?page=1&search=a%26b$/)
    expect(page).toMatchObject({ count: 5, results: [3, 4] })
  })

  test('has no neighbours where it is the only one', () => {
    expect(makePage('/videos/', {}, { count: 2, page: 1, page_size: 2 }, [1, 2])).toMatchObject({
      next: null,
      previous: null,
    })
  })
})
