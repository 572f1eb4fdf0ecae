import { useEffect, useRef } from 'react'
import { startLazily } from '#lib/client/browser/lazy-parts.ts'
import type { Place } from './feed-place.ts'
import type { Feed } from './use-feed.ts'

/** Loaded after the page, which does not need it earlier. */
const loadPlaces = () => import('./feed-place.ts')

/** Restores the scroll position after back, forward or reload. */
export function useFeedPlace(sort: string, feed: Feed): void {
  const wanted = useRef<Place | null>(null)
  const pages = feed.loaded?.pages ?? 0
  const { loadUpTo } = feed

  useEffect(
    () =>
      startLazily(loadPlaces, ({ placeToReturnTo, scrollToPlace }) => {
        const place = placeToReturnTo(sort)
        wanted.current = place && !scrollToPlace(place) ? place : null
        if (place) loadUpTo(Math.min(place.pages, 20))
        return undefined
      }),
    [sort, loadUpTo],
  )

  useEffect(
    () =>
      startLazily(loadPlaces, ({ scrollToPlace, watchPlace }) => {
        if (wanted.current && scrollToPlace(wanted.current)) wanted.current = null
        return watchPlace(sort, pages)
      }),
    [sort, pages],
  )
}
