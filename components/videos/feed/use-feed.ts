import { useCallback, useEffect, useRef, useState } from 'react'
import { addPage, cachedFeed, cacheFeed, loadFeedPage } from '#lib/client/videos/feed-pages.ts'
import type { FeedPages, FirstPage } from '#lib/client/videos/first-page.ts'
import type { FeedSort } from '#lib/client/videos/home-view.ts'

export type Feed = {
  loaded: FeedPages | null
  state: 'idle' | 'loading' | 'failed'
  loadMore: () => void
  loadUpTo: (pages: number) => void
}

/** A document older than this is followed by a fresh first page. */
const STALE_AFTER_MS = 60_000

/** One sort order, page after page. What was loaded stays, whatever fails later. */
export function useFeed(sort: FeedSort, first: FirstPage | null): Feed {
  const [loaded, setLoaded] = useState<FeedPages | null>(() => cachedFeed(sort) ?? first)
  const [state, setState] = useState<Feed['state']>('idle')
  const [target, setTarget] = useState(0)
  const latest = useRef(loaded)

  const take = useCallback(
    (next: FeedPages) => {
      latest.current = next
      cacheFeed(sort, next)
      setLoaded(next)
    },
    [sort],
  )

  const load = useCallback(async () => {
    const page = latest.current ? latest.current.nextPage : 1
    if (page === null) return
    setState('loading')
    try {
      take(addPage(latest.current, await loadFeedPage(sort, page), page))
      setState('idle')
    } catch {
      setState('failed')
    }
  }, [sort, take])

  useEffect(() => {
    const pages = latest.current?.pages ?? 0
    if (state === 'idle' && pages < target && latest.current?.nextPage !== null) void load()
  }, [state, target, load])

  useEffect(() => {
    if (first && Date.now() - first.renderedAt > STALE_AFTER_MS) void refreshFirst(sort, take, latest)
  }, [first, sort, take])

  return {
    loaded,
    state,
    loadMore: () => {
      if (state !== 'loading') void load()
    },
    loadUpTo: setTarget,
  }
}

/** New videos appear only while the person has not scrolled: a feed never moves under a thumb. */
async function refreshFirst(
  sort: FeedSort,
  take: (next: FeedPages) => void,
  latest: { current: FeedPages | null },
): Promise<void> {
  try {
    const answer = await loadFeedPage(sort, 1)
    if ((latest.current?.pages ?? 0) <= 1 && window.scrollY < 200) take(addPage(null, answer, 1))
  } catch {
    // The page has what the document brought.
  }
}
