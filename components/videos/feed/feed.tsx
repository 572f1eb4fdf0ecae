'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import type { FirstPage } from '#lib/client/videos/first-page.ts'
import type { FeedSort } from '#lib/client/videos/home-view.ts'
import { FeedEmpty, FeedEnd, FeedFailed, FeedSkeleton } from './feed-states.tsx'
import { useFeed } from './use-feed.ts'
import { useFeedPlace } from './use-feed-place.ts'
import { VideoCard } from './video-card.tsx'

type FeedProps = { sort: FeedSort; first: FirstPage | null; onExpand: (video: CardVideo) => void }

/** The Dancers tab: cards that never end while there are any. */
export function Feed({ sort, first, onExpand }: FeedProps) {
  const t = useTranslations('Feed')
  const feed = useFeed(sort, first)
  const end = useRef<HTMLDivElement>(null)
  useLateCardKeys()
  useFeedPlace(sort, feed)
  useReached(end, feed.loadMore, feed.state === 'idle' && feed.loaded?.nextPage !== null)

  const videos = feed.loaded?.videos ?? []
  const isEmpty = feed.loaded !== null && videos.length === 0
  return (
    <div className="feed">
      {videos.length > 0 ? (
        <div role="feed" aria-busy={feed.state === 'loading'} aria-label={t('label')} className="feed">
          {videos.map((video, index) => (
            <VideoCard key={video.id} video={video} first={index === 0} onExpand={onExpand} />
          ))}
        </div>
      ) : null}
      {isEmpty ? <FeedEmpty /> : null}
      {feed.state === 'failed' ? <FeedFailed onRetry={feed.loadMore} /> : null}
      {feed.state === 'loading' || feed.loaded === null ? <FeedSkeleton /> : null}
      <div ref={end} aria-hidden="true" className="h-px" />
      {videos.length > 0 ? <FeedEnd hasMore={feed.loaded?.nextPage !== null} /> : null}
    </div>
  )
}

/** J and K are for keyboards: phones needn't wait for them. */
function useLateCardKeys(): void {
  useEffect(() => {
    const ended = new AbortController()
    void import('./card-keys.ts').then(({ watchCardKeys }) => {
      if (!ended.signal.aborted) ended.signal.addEventListener('abort', watchCardKeys())
    })
    return () => ended.abort()
  }, [])
}

/** Calls back when an element comes within two screens. */
function useReached(ref: React.RefObject<HTMLElement | null>, reached: () => void, wanted: boolean): void {
  const callback = useRef(reached)
  useEffect(() => {
    callback.current = reached
  })
  useEffect(() => {
    if (!wanted || !ref.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) callback.current()
      },
      { rootMargin: '200% 0%' },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, wanted])
}
