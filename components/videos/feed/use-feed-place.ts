import { useEffect, useRef } from 'react'
import { startLate } from '#lib/client/browser/late-parts.ts'
import type { Place } from './feed-place.ts'
import type { Feed } from './use-feed.ts'

/** Loaded after the page: nobody has left the feed, or comes back to it, before it is there. */
const loadPlaces = () => import('./feed-place.ts')

/** Leaving the feed and coming back finds the same card at the same height, by back as by reload. */
export function useFeedPlace(sort: string, feed: Feed): void {
  const wanted = useRef<Place | null>(null)
  const pages = feed.loaded?.pages ?? 0
  const { loadUpTo } = feed

  useEffect(
    () =>
      startLate(loadPlaces, ({ placeToReturnTo, scrollToPlace }) => {
        const place = placeToReturnTo(sort)
        wanted.current = place && !scrollToPlace(place) ? place : null
        if (place) loadUpTo(Math.min(place.pages, 20))
        return undefined
      }),
    [sort, loadUpTo],
  )

  useEffect(
    () =>
      startLate(loadPlaces, ({ scrollToPlace, watchPlace }) => {
        if (wanted.current && scrollToPlace(wanted.current)) wanted.current = null
        return watchPlace(sort, pages)
      }),
    [sort, pages],
  )
}
