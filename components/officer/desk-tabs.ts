import type { ComponentType, LazyExoticComponent } from 'react'
import type { DeskTabId } from '#components/review/tab-of.ts'
import { latePart } from '#lib/client/browser/late-parts.ts'

type DeskTab = {
  id: DeskTabId
  Screen: LazyExoticComponent<ComponentType>
  /** What was decided, beside the queue; the lists of the other tabs have it among their statuses. */
  Decided?: LazyExoticComponent<ComponentType>
}

/**
 * The tabs of /officer in their order, each loaded when it is first opened; the first one is where
 * an address without `?tab=` leads. A new tab is a line here, its id in components/review/tab-of.ts, its word, and the namespaces that it speaks
 * from in app/[locale]/(staff)/officer/page.tsx.
 */
export const deskTabs: readonly [DeskTab, ...DeskTab[]] = [
  {
    id: 'kyc',
    Screen: latePart(() => import('#components/kyc/review/kyc-tab.tsx')),
    Decided: latePart(() => import('#components/kyc/review/decided-kyc.tsx')),
  },
  {
    id: 'tracks',
    Screen: latePart(() => import('#components/tracks/review/tracks-tab.tsx')),
    Decided: latePart(() => import('#components/tracks/review/decided-tracks.tsx')),
  },
  {
    id: 'videos',
    Screen: latePart(() => import('#components/videos/review/videos-tab.tsx')),
    Decided: latePart(() => import('#components/videos/review/decided-videos.tsx')),
  },
  { id: 'signals', Screen: latePart(() => import('#components/fraud/signals-tab.tsx')) },
  { id: 'comments', Screen: latePart(() => import('#components/comments/review/comments-tab.tsx')) },
]
