import { cutText } from '#lib/contract/cut-text.ts'
import { isCounty } from '#lib/contract/profiles/counties.ts'
import type { FeedFilter } from './first-page.ts'
import { type FeedSort, isFeedSort } from './home-view.ts'

/** The view that the address names: `/search?q=&county=&month=&sort=`. */
export type SearchView = { sort: FeedSort; filter: FeedFilter }

const MONTH = /^(?:current|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Caches views: the same object avoids renders. */
const known = new Map<string, SearchView>()

/** Ignores invalid parts. */
export function searchOf(query: string): SearchView {
  const before = known.get(query)
  if (before) return before
  const params = new URLSearchParams(query)
  const [sort, county, challenge] = ['sort', 'county', 'month'].map((name) => params.get(name) ?? '')
  const view: SearchView = {
    sort: sort && isFeedSort(sort) ? sort : 'newest',
    filter: {
      search: cutText((params.get('q') ?? '').trim(), 100),
      county: county && isCounty(county) ? county : '',
      challenge: challenge && MONTH.test(challenge) ? challenge : '',
    },
  }
  known.set(query, view)
  return view
}

export function isAsked({ filter: { search, county, challenge } }: SearchView): boolean {
  return Boolean(search || county || challenge)
}

export function searchAddress({ sort, filter: { search, county, challenge } }: SearchView): string {
  const params = new URLSearchParams()
  if (search) params.set('q', search)
  if (county) params.set('county', county)
  if (challenge) params.set('month', challenge)
  if (sort !== 'newest') params.set('sort', sort)
  const query = params.toString()
  return query ? `/search?${query}` : '/search'
}
