import { useCallback, useEffect, useRef, useState } from 'react'
import { cachedFeed, cacheFeed, type FeedQuery } from '#lib/client/videos/feed-pages.ts'
import type { FeedPages, FirstPage } from '#lib/client/videos/first-page.ts'

/** Code loaded on demand, because the document contains the first page. */
async function loadOn(query: FeedQuery, loaded: FeedPages | null): Promise<FeedPages> {
  return (await import('#lib/client/videos/load-feed.ts')).loadOn(query, loaded)
}

export type Feed = {
  loaded: FeedPages | null
  state: 'idle' | 'loading' | 'failed'
  loadMore: () => void
  loadUpTo: (pages: number) => void
}

/** If the document is older than this, its first page is refreshed. */
const STALE_AFTER_MS = 60_000

/** The feed's pages. Loaded pages stay if a later one fails. */
export function useFeed(query: FeedQuery, first: FirstPage | null): Feed {
  const [loaded, setLoaded] = useState<FeedPages | null>(() => cachedFeed(query) ?? first)
  const [state, setState] = useState<Feed['state']>('idle')
  const [target, setTarget] = useState(0)
  const latest = useRef(loaded)

  const take = useCallback(
    (next: FeedPages) => {
      latest.current = next
      cacheFeed(query, next)
      setLoaded(next)
    },
    [query],
  )

  const load = useCallback(async () => {
    if (latest.current?.next === null) return
    setState('loading')
    try {
      take(await loadOn(query, latest.current))
      setState('idle')
    } catch {
      setState('failed')
    }
  }, [query, take])

  useEffect(() => {
    const pages = latest.current?.pages ?? 0
    if (state === 'idle' && pages < target && latest.current?.next !== null) void load()
  }, [state, target, load])

  useEffect(() => {
    if (first && Date.now() - first.renderedAt > STALE_AFTER_MS)
      void refreshFirst(query, first.pages, take, latest)
  }, [first, query, take])

  return {
    loaded,
    state,
    loadMore: () => {
      if (state !== 'loading') void load()
    },
    loadUpTo: setTarget,
  }
}

/** Refreshes the first page unless the user has scrolled: a feed must not move under a thumb. */
async function refreshFirst(
  query: FeedQuery,
  firstPages: number,
  take: (next: FeedPages) => void,
  latest: { current: FeedPages | null },
): Promise<void> {
  try {
    let fresh = await loadOn(query, null)
    // If the month has few videos, the document also contains the page of other videos.
    if (fresh.pages < firstPages && fresh.next) fresh = await loadOn(query, fresh)
    if ((latest.current?.pages ?? 0) <= firstPages && window.scrollY < 200) take(fresh)
  } catch {
    // The document's videos stay.
  }
}
