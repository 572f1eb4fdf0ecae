import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** In the address as `?tab=`, and the key of its word in the catalogue's Officer.tabs. */
export type DeskTabId = 'kyc' | 'tracks' | 'videos' | 'signals' | 'comments'

type DeskTab = { id: DeskTabId; Screen: LazyExoticComponent<ComponentType> }

/**
 * The tabs of /officer in their order (spec 2, section 2), each loaded when it is first opened; the first one is where
 * an address without `?tab=` leads. A new tab is a line here, its id above, its word, and the namespaces that it speaks
 * from in app/[locale]/(staff)/officer/page.tsx.
 */
export const deskTabs: readonly [DeskTab, ...DeskTab[]] = [
  { id: 'kyc', Screen: lazy(() => import('./kyc/kyc-tab.tsx')) },
  { id: 'tracks', Screen: lazy(() => import('./tracks/tracks-tab.tsx')) },
  { id: 'videos', Screen: lazy(() => import('./videos/videos-tab.tsx')) },
  { id: 'signals', Screen: lazy(() => import('./signals/signals-tab.tsx')) },
  { id: 'comments', Screen: lazy(() => import('./comments/comments-tab.tsx')) },
]
