import { useEffect, useRef } from 'react'
import { untilItComes } from '#lib/client/browser/late-parts.ts'
import type { Place } from './feed-place.ts'
import type { Feed } from './use-feed.ts'

/** Loaded after the page: nobody has left the feed, or comes back to it, before it is there. */
const loadPlaces = () => untilItComes(() => import('./feed-place.ts'), true)

/** Leaving the feed and coming back finds the same card at the same height, by back as by reload. */
export function useFeedPlace(sort: string, feed: Feed): void {
  const wanted = useRef<Place | null>(null)
  const pages = feed.loaded?.pages ?? 0
  const { loadUpTo } = feed

  useEffect(() => {
    const view = new AbortController()
    void loadPlaces().then(({ placeToReturnTo, scrollToPlace }) => {
      if (view.signal.aborted) return
      const place = placeToReturnTo(sort)
      wanted.current = place && !scrollToPlace(place) ? place : null
      if (place) loadUpTo(Math.min(place.pages, 20))
    })
    return () => view.abort()
  }, [sort, loadUpTo])

  useEffect(() => {
    const view = new AbortController()
    void loadPlaces().then(({ scrollToPlace, watchPlace }) => {
      if (view.signal.aborted) return
      view.signal.addEventListener('abort', watchPlace(sort, pages))
      if (wanted.current && scrollToPlace(wanted.current)) wanted.current = null
    })
    return () => view.abort()
  }, [sort, pages])
}
