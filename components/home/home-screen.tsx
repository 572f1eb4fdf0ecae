'use client'

import { ArrowDownUp, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import {
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { WatchContext } from '#components/leaderboard/watch-context.ts'
import { PageLink } from '#components/ui/page-link.tsx'
import { Feed } from '#components/videos/feed/feed.tsx'
import { useAutoplay } from '#components/videos/feed/use-autoplay.ts'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { subscribeAddress, visit } from '#lib/client/browser/navigation-events.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import type { FirstPage } from '#lib/client/videos/first-page.ts'
import {
  addressOf,
  type FeedSort,
  feedSorts,
  type HomeView,
  homeViewOf,
  isFeedSort,
} from '#lib/client/videos/home-view.ts'
import { HomeTabs } from './home-tabs.tsx'

const Leaderboard = lazyPart(() => import('#components/leaderboard/leaderboard.tsx'))
const LeadersSheet = lazyPart(() => import('#components/leaderboard/leaders-sheet.tsx'))
const VideoModal = lazyPart(() => import('#components/videos/video-modal.tsx'))

type HomeScreenProps = {
  initialView: HomeView
  first: FirstPage | null
  /** Voting is open. */
  takesGifts: boolean
  /** The explanation that appears once in a phone's feed. */
  how: ReactElement
  /** If undefined, the leaderboard loads on demand. */
  children?: ReactNode
}

export function HomeScreen({ initialView, first, takesGifts, how, children }: HomeScreenProps) {
  const t = useTranslations('Home')
  const view = useHomeView(initialView)
  const lastSort = useRef<FeedSort>('newest')
  if (view !== 'leaderboard') lastSort.current = view
  const [opened, setOpened] = useState<CardVideo | string | null>(null)
  const expand = useCallback((video: CardVideo | string) => setOpened(video), [])
  const [showsLeaders, setShowsLeaders] = useState(false)
  const showLeaders = useCallback(() => setShowsLeaders(true), [])
  useAutoplay()

  return (
    <>
      <div className="home-bar flex flex-wrap items-center justify-between gap-2 md:py-3">
        <HomeTabs view={view} lastSort={lastSort.current} />
        <div className="flex items-center gap-1">
          <PageLink
            href="/search"
            aria-label={t('search')}
            className="tap grid place-items-center rounded-full hover:bg-sunken"
          >
            <Search aria-hidden="true" className="size-5" />
          </PageLink>
          {view === 'leaderboard' ? null : <SortMenu sort={view} />}
        </div>
      </div>
      <div
        role="tabpanel"
        id="home-panel"
        tabIndex={-1}
        className="outline-none"
        aria-labelledby={view === 'leaderboard' ? 'tab-leaderboard' : 'tab-dancers'}
      >
        {view === 'leaderboard' ? (
          <WatchContext value={expand}>
            {children ?? (
              <Suspense fallback={<PanelLoading />}>
                <Leaderboard takesGifts={takesGifts} onWatch={expand} />
              </Suspense>
            )}
          </WatchContext>
        ) : (
          <Feed
            key={view}
            sort={view}
            first={view === initialView ? first : null}
            onExpand={expand}
            onLeaders={showLeaders}
            between={how}
          />
        )}
      </div>
      {showsLeaders ? (
        <Suspense>
          <LeadersSheet takesGifts={takesGifts} onClose={() => setShowsLeaders(false)} onWatch={expand} />
        </Suspense>
      ) : null}
      {opened ? (
        <Suspense>
          <VideoModal video={opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

function PanelLoading() {
  const t = useTranslations('Home')
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows never move
        <div key={row} className="skeleton h-16" />
      ))}
    </div>
  )
}

/** A native select needs no download and suits phones. */
function SortMenu({ sort }: { sort: FeedSort }) {
  const t = useTranslations('Home')
  return (
    <label className="relative inline-flex items-center">
      <span className="sr-only">{t('sort')}</span>
      <ArrowDownUp aria-hidden="true" className="pointer-events-none absolute left-3.5 size-4 sm:left-4" />
      <select
        value={sort}
        onChange={(event) => {
          const picked = event.target.value
          if (isFeedSort(picked)) visit(addressOf(picked))
        }}
        className="tap sort-menu"
      >
        {feedSorts.map((option) => (
          <option key={option} value={option}>
            {t(`sorts.${option}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The view in the address; before hydration the view of the server's page. */
function useHomeView(initial: HomeView): HomeView {
  return useSyncExternalStore(
    subscribeAddress,
    // The address already changes when another page opens; the view must not.
    () => (window.location.pathname === '/' ? homeViewOf(window.location.search) : initial),
    () => initial,
  )
}
