import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Fragment, type ReactElement, Suspense, useEffect, useMemo, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { lazyPart, startLazily } from '#lib/client/browser/lazy-parts.ts'
import { watchView } from '#lib/client/browser/watch-view.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import { feedKey } from '#lib/client/videos/feed-pages.ts'
import type { FeedFilter, FirstPage } from '#lib/client/videos/first-page.ts'
import type { FeedSort } from '#lib/client/videos/home-view.ts'
import { useFeed } from './use-feed.ts'
import { useFeedPlace } from './use-feed-place.ts'
import { VideoCard } from './video-card.tsx'

const FeedEmpty = lazyPart(() => import('./feed-empty.tsx'))

/** Index of the video after which `between` appears. */
const BETWEEN_AFTER = 1

type FeedProps = {
  sort: FeedSort
  /** Null for all videos. Must be the same object while unchanged. */
  filter?: FeedFilter | null
  first: FirstPage | null
  onExpand: (video: CardVideo) => void
  onLeaders: () => void
  /** Shown if there are no videos. */
  whenEmpty?: ReactElement
  /** Shown once, after the first videos. */
  between?: ReactElement
}

export function Feed({ sort, filter = null, first, onExpand, onLeaders, whenEmpty, between }: FeedProps) {
  const t = useTranslations('Feed')
  const query = useMemo(() => ({ sort, filter }), [sort, filter])
  const feed = useFeed(query, first)
  const end = useRef<HTMLDivElement>(null)
  useLateManners()
  useFeedPlace(feedKey(query), feed)
  useReached(end, feed.loadMore, feed.state === 'idle' && feed.loaded?.next !== null)

  const videos = feed.loaded?.videos ?? []
  const thisMonth = feed.loaded?.thisMonth ?? 0
  const isEmpty = feed.loaded?.next === null && videos.length === 0
  const isLoading = feed.state === 'loading'
  const section = (from: number, to: number, name: string) => (
    <div role="feed" aria-busy={isLoading} aria-label={name} className="feed">
      {videos.slice(from, to).map((video, index) => (
        <Fragment key={video.id}>
          <VideoCard video={video} first={from + index === 0} onExpand={onExpand} onLeaders={onLeaders} />
          {between && from + index === BETWEEN_AFTER ? (
            <article className="feed-between md:hidden">{between}</article>
          ) : null}
        </Fragment>
      ))}
    </div>
  )
  return (
    <div className="feed">
      {thisMonth > 0 ? section(0, thisMonth, t('label')) : null}
      {videos.length > thisMonth ? (
        <div className={thisMonth > 0 ? 'feed feed-after' : 'feed'}>
          <SectionLine>{t('others')}</SectionLine>
          {section(thisMonth, videos.length, t('others'))}
        </div>
      ) : null}
      {isEmpty
        ? (whenEmpty ?? (
            <Suspense>
              <FeedEmpty />
            </Suspense>
          ))
        : null}
      {feed.state === 'failed' ? <FeedFailed onRetry={feed.loadMore} /> : null}
      {isLoading || (feed.loaded === null && feed.state === 'idle') ? <FeedSkeleton /> : null}
      <div ref={end} aria-hidden="true" className="h-px" />
      {videos.length > 0 && feed.state !== 'failed' ? <FeedEnd hasMore={feed.loaded?.next !== null} /> : null}
    </div>
  )
}

/** Heading of the videos that take no gifts now. */
function SectionLine({ children }: { children: string }) {
  return <h2 className="feed-section">{children}</h2>
}

/** Loads the feed's keys and touches late, because the first paint does not need them. */
function useLateManners(): void {
  useEffect(
    () =>
      startLazily(
        () => import('./feed-manners.ts'),
        ({ watchManners }) => watchManners(),
      ),
    [],
  )
}

/** Calls `reached` when the element is within two screens of the view. */
function useReached(ref: React.RefObject<HTMLElement | null>, reached: () => void, wanted: boolean): void {
  const callback = useRef(reached)
  useEffect(() => {
    callback.current = reached
  })
  useEffect(() => {
    if (!wanted || !ref.current) return
    return watchView(
      ref.current,
      (entry) => {
        if (entry.isIntersecting) callback.current()
      },
      { rootMargin: '200% 0%' },
    )
  }, [ref, wanted])
}

function FeedSkeleton() {
  const t = useTranslations('Feed')
  return (
    <div role="status" className="card">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="card-grid">
        <div className="stage skeleton [grid-area:stage]" />
        <div className="rail [grid-area:rail]">
          <div className="skeleton h-12 w-full" />
          <div className="skeleton h-16 w-full" />
          <div className="skeleton h-12 w-full" />
        </div>
        <div className="[grid-area:meta]">
          <div className="skeleton h-9 w-40" />
          <div className="skeleton mt-3 h-6 w-full max-w-64" />
        </div>
      </div>
    </div>
  )
}

/** Loaded cards stay; Retry continues after them. */
function FeedFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('Feed')
  return (
    <div role="alert" className="feed-end rounded-3xl bg-alarm-wash px-6 py-8 text-center">
      <p className="font-semibold text-alarm">{t('failed')}</p>
      <Button onClick={onRetry} className="mt-4">
        <RotateCw aria-hidden="true" className="size-4" /> {t('retry')}
      </Button>
    </div>
  )
}

function FeedEnd({ hasMore }: { hasMore: boolean }) {
  const t = useTranslations('Feed')
  return (
    <p className="feed-end py-8 text-center text-sm text-soft">{hasMore ? t('scrollForMore') : t('end')}</p>
  )
}
