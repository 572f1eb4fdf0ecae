import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KycScreen } from '#components/kyc/kyc-screen.tsx'
import { BellList } from '#components/notifications/bell-list.tsx'
import { ChoicesPanel } from '#components/notifications/choices-panel.tsx'
import { ProfileScreen } from '#components/profiles/profile-screen.tsx'
import { ChallengeCard } from '#components/subscriptions/challenge-card.tsx'
import { DashboardScreen } from '#components/tracks/dashboard-screen.tsx'
import { UploadScreen } from '#components/videos/submission/upload-screen.tsx'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { queryClient } from '#lib/client/http/query-client.ts'
import { BELL_SIZE } from '#lib/contract/notifications/constants.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { memoryStorage } from '#tests/support/memory-storage.ts'

// Browser storage.
beforeEach(() => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/', search: '' } }))
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

const profile = {
  kyc_status: 'under_review',
  user: { id: 'u1', role: 'dancer', username: 'amina', created_at: '2026-10-01T09:00:00.000Z' },
  display_name: 'Amina',
  bio: '',
  location: '',
  total_votes: 0,
  total_views: 0,
  avatar: '',
  missing_requirements: { fields: [], documents: [] },
  required_fields: [],
  required_documents: [],
  documents: [],
  county: '',
  social_links: {},
  locale: 'en',
} as unknown as Profile
const newest = { page: 1, page_size: BELL_SIZE, locale: 'en' } as const
const nothing = { count: 0, unread: 0, next: null, previous: null, results: [] }
const calls = {
  profile: apiQuery('GET /users/profiles/me/').queryKey,
  tracks: apiQuery('GET /tracking/tracks/my-tracks/').queryKey,
  choices: apiQuery('GET /notifications/choices/').queryKey,
  newest: apiQuery('GET /notifications/', { query: newest }).queryKey,
  challenge: apiQuery('GET /videos/challenge/subscription-status/').queryKey,
}

const screens: readonly [string, keyof typeof calls, unknown, ReactNode][] = [
  ['profile', 'profile', profile, <ProfileScreen key="profile" />],
  ['identity check', 'profile', profile, <KycScreen key="kyc" />],
  ['upload', 'profile', profile, <UploadScreen key="upload" />],
  [
    'dashboard',
    'tracks',
    { results: [], kyc_status: 'approved', limit: 3, used: 0 },
    <DashboardScreen key="desk" />,
  ],
  ['choices', 'choices', { email: 'a@example.com', choices: [] }, <ChoicesPanel key="choices" />],
  ['bell', 'newest', nothing, <BellList key="bell" unread={0} onLeave={() => undefined} />],
  ['challenge', 'challenge', { challenge: null }, <ChallengeCard key="challenge" profile={profile} />],
]

test.each(screens)(
  'what could not be read again says since when it is known: %s',
  (_, call, known, screen) => {
    const client = queryClient()
    const queryKey: readonly unknown[] = calls[call]
    client.setQueryData(queryKey, known, { updatedAt: Date.parse('2026-11-27T09:00:00Z') })
    const shown = () =>
      renderToStaticMarkup(
        <QueryClientProvider client={client}>
          <InLanguage>{screen}</InLanguage>
        </QueryClientProvider>,
      )
    expect(shown()).not.toContain('Not renewed')
    client
      .getQueryCache()
      .find({ queryKey })
      ?.setState({ status: 'error', error: new Error('offline') })
    expect(shown()).toContain('Last updated 27 Nov 2026, 12:00')
    client.clear()
  },
)
