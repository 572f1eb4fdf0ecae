'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import { Feed } from '#components/videos/feed/feed.tsx'
import { useAutoplay } from '#components/videos/feed/use-autoplay.ts'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { subscribeAddress } from '#lib/client/browser/navigation-events.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import { isAsked, searchOf } from '#lib/client/videos/search-view.ts'
import { DancersFound } from './dancers-found.tsx'
import { SearchForm } from './search-form.tsx'

const LeadersSheet = lazyPart(() => import('#components/leaderboard/leaders-sheet.tsx'))
const VideoModal = lazyPart(() => import('#components/videos/video-modal.tsx'))

export function SearchScreen({ takesGifts }: { takesGifts: boolean }) {
  const t = useTranslations('Search')
  const search = useSyncExternalStore(
    subscribeAddress,
    () => searchOf(window.location.search),
    () => searchOf(''),
  )
  const [opened, setOpened] = useState<CardVideo | string | null>(null)
  const [showsLeaders, setShowsLeaders] = useState(false)
  const expand = useCallback((video: CardVideo | string) => setOpened(video), [])
  const showLeaders = useCallback(() => setShowsLeaders(true), [])
  useAutoplay()
  const dances = (
    <>
      <h2 className="feed-top mt-6 mb-3 text-xl">{t('dances')}</h2>
      <Feed
        key={JSON.stringify(search)}
        sort={search.sort}
        filter={search.filter}
        first={null}
        onExpand={expand}
        onLeaders={showLeaders}
        whenEmpty={<p className="text-soft">{t('noDances')}</p>}
      />
    </>
  )
  return (
    <>
      <SearchForm search={search} />
      {isAsked(search) ? (
        search.filter.search || search.filter.county ? (
          <DancersFound key={`${search.filter.search}/${search.filter.county}`} filter={search.filter}>
            {dances}
          </DancersFound>
        ) : (
          dances
        )
      ) : (
        <p className="mt-6 rounded-3xl bg-sunken px-5 py-6 text-soft">{t('hint')}</p>
      )}
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
