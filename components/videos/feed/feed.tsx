import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import type { FirstPage } from '#lib/client/videos/first-page.ts'
import type { FeedSort } from '#lib/client/videos/home-view.ts'
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

/** Two cards' worth of place while a page loads. */
function FeedSkeleton() {
  const t = useTranslations('Feed')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="card-grid">
        <div className="stage bone [grid-area:stage]" />
        <div className="rail [grid-area:rail]">
          <div className="bone h-12 w-full" />
          <div className="bone h-16 w-full" />
          <div className="bone h-12 w-full" />
        </div>
        <div className="[grid-area:meta]">
          <div className="bone h-9 w-40" />
          <div className="bone mt-3 h-6 w-full max-w-64" />
        </div>
      </div>
    </div>
  )
}

/** What was loaded stays above; Retry goes on from there. */
function FeedFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('Feed')
  return (
    <div role="alert" className="rounded-3xl bg-alarm-wash px-6 py-8 text-center">
      <p className="font-semibold text-alarm">{t('failed')}</p>
      <Button onClick={onRetry} className="mt-4">
        <RotateCw aria-hidden="true" className="size-4" /> {t('retry')}
      </Button>
    </div>
  )
}

function FeedEmpty() {
  const t = useTranslations('Feed')
  return (
    <div className="overflow-hidden rounded-3xl border border-line bg-surface text-center">
      <div aria-hidden="true" className="pindo rotate-180" />
      <div className="px-6 py-14">
        <p className="text-5xl" aria-hidden="true">
          🥁
        </p>
        <h2 className="mt-4 text-2xl">{t('emptyTitle')}</h2>
        <p className="mx-auto mt-2 max-w-sm text-soft">{t('emptyDetail')}</p>
      </div>
      <div aria-hidden="true" className="pindo" />
    </div>
  )
}

function FeedEnd({ hasMore }: { hasMore: boolean }) {
  const t = useTranslations('Feed')
  return <p className="py-8 text-center text-sm text-soft">{hasMore ? t('scrollForMore') : t('end')}</p>
}
