import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** In the address as `?tab=`, and the key of its word in the catalogue's Officer.tabs. */
export type DeskTabId = 'kyc' | 'tracks' | 'videos' | 'signals' | 'comments'

type DeskTab = {
  id: DeskTabId
  Screen: LazyExoticComponent<ComponentType>
  /** What was decided, beside the queue; the lists of the other tabs have it among their statuses. */
  Decided?: LazyExoticComponent<ComponentType>
}

/**
 * The tabs of /officer in their order, each loaded when it is first opened; the first one is where
 * an address without `?tab=` leads. A new tab is a line here, its id above, its word, and the namespaces that it speaks
 * from in app/[locale]/(staff)/officer/page.tsx.
 */
export const deskTabs: readonly [DeskTab, ...DeskTab[]] = [
  {
    id: 'kyc',
    Screen: lazy(() => import('#components/kyc/review/kyc-tab.tsx')),
    Decided: lazy(() => import('#components/kyc/review/decided-kyc.tsx')),
  },
  {
    id: 'tracks',
    Screen: lazy(() => import('#components/tracks/review/tracks-tab.tsx')),
    Decided: lazy(() => import('#components/tracks/review/decided-tracks.tsx')),
  },
  {
    id: 'videos',
    Screen: lazy(() => import('#components/videos/review/videos-tab.tsx')),
    Decided: lazy(() => import('#components/videos/review/decided-videos.tsx')),
  },
  { id: 'signals', Screen: lazy(() => import('#components/fraud/signals-tab.tsx')) },
  { id: 'comments', Screen: lazy(() => import('#components/comments/review/comments-tab.tsx')) },
]
