import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { keepDraft } from '#lib/client/videos/upload-draft.ts'
import type { OwnStanding } from '#lib/contract/leaderboard/own-standing.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { say } from '#lib/core/sentence.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { UploadScreen } from './upload-screen.tsx'
import type { OwnAssignments } from './use-upload.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const challenge = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  title: 'November 2026 Challenge',
  subscription_fee: 1_000,
  is_launch_offer: false,
  is_open: true,
  submissions_end_at: '2026-11-24T21:00:00.000Z',
}
const paid: SubscriptionState = {
  subscribed: true,
  payment_status: 'paid',
  message: '',
  paybill: null,
  prompt: 'none',
  refund: null,
  challenge,
}

/** For a verified dancer. */
function shown(
  subscription: SubscriptionState,
  assignments: OwnAssignments | null,
  language: 'en' | 'sw' = 'en',
): string {
  const client = new QueryClient()
  const profile: Partial<Profile> = { kyc_status: 'approved', documents: [] }
  client.setQueryData(apiQuery('GET /users/profiles/me/').queryKey, profile as Profile)
  client.setQueryData(apiQuery('GET /videos/challenge/subscription-status/').queryKey, subscription)
  const nowhere: OwnStanding = { challenge: null, video: null, rank: null, votes_to_prize: null }
  client.setQueryData(apiQuery('GET /leaderboard/mine/').queryKey, nowhere)
  if (assignments) client.setQueryData(apiQuery('GET /videos/my-track-assignments/').queryKey, assignments)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage language={language}>
        <UploadScreen />
      </InLanguage>
    </QueryClientProvider>,
  )
}

const submitted: DancerAssignment = {
  id: '01a2013b-0000-7000-8000-00000000000b',
  track_details: {
    id: '01a2013b-0000-7000-8000-00000000000c',
    title: 'Sunset',
    artist: 'Baraka',
    genre: '',
    duration_seconds: null,
    audio_file_url: '/a.mp3',
  },
  assigned_at: '2026-11-02T09:00:00.000Z',
  youtube_url: 'https://youtu.be/dQw4w9WgXcQ',
  video_title: 'Kayole sunset',
  video_uploaded: true,
  submitted: true,
  has_submitted: true,
  video_submitted: true,
  video_id: '01a2013b-0000-7000-8000-00000000000d',
  video_status: 'pending_review',
  rejection_reason: '',
  thumbnail_url: null,
}

test('after a rejection what was typed since is there, and not the link that was sent and never answered', () => {
  vi.stubGlobal('localStorage', memoryStorage())
  const rejected: DancerAssignment = { ...submitted, submitted: false, video_status: 'rejected' }
  const answer: OwnAssignments = {
    assignments: [rejected],
    submissions_end_at: challenge.submissions_end_at,
    can_submit: true,
  }
  keepDraft(rejected.id, { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: '' })
  expect(shown(paid, answer)).not.toContain('dQw4w9WgXcQ')
  keepDraft(rejected.id, { url: 'https://youtu.be/aaaaaaaaaaa', title: '' })
  expect(shown(paid, answer)).toContain('aaaaaaaaaaa')
})

describe('a pool that is too small', () => {
  const given = (tracks: number, can_submit: boolean): OwnAssignments => ({
    assignments: Array.from({ length: tracks }, (_, place) => ({
      ...submitted,
      id: `${submitted.id}${place}`,
    })),
    submissions_end_at: challenge.submissions_end_at,
    can_submit,
  })

  test('leaves videos to be made while it may still give tracks', () => {
    for (const tracks of [1, 2]) {
      const page = shown(paid, given(tracks, true))
      expect(page).toContain(`${tracks}/3 submitted`)
      expect(page).toContain('More follow as soon as tracks are approved.')
      expect(page).not.toContain('All your videos are in')
    }
  })

  test('has all videos in once it gives no more', () => {
    const page = shown(paid, given(2, false))
    expect(page).toContain('2/2 submitted')
    expect(page).toContain('All your videos are in')
    expect(page).toContain('There were no more tracks for you this month.')
  })

  test('is no word to whoever has three', () => {
    for (const isOpen of [true, false]) {
      const page = shown(paid, given(3, isOpen))
      expect(page).toContain('All your videos are in')
      expect(page).not.toMatch(/More follow|no more tracks/)
    }
  })

  test('has nobody wait for a draw that does not come', () => {
    expect(shown(paid, given(0, true))).toContain('Waiting for Track Assignment')
    const page = shown(paid, given(0, false))
    expect(page).toContain('No track this month')
    expect(page).not.toContain('Waiting for Track Assignment')
  })
})

describe('the last payment', () => {
  const failed: SubscriptionState = {
    ...paid,
    subscribed: false,
    payment_status: 'failed',
    message: String(say('failure.cancelled')),
  }

  test('failed in the words of the page', () => {
    expect(shown(failed, null)).toContain(failed.message)
    const page = shown({ ...failed, message: say('failure.cancelled').in('sw') }, null, 'sw')
    expect(page).toContain('Umeghairi malipo kwenye simu yako.')
    expect(page).not.toContain('You cancelled')
    expect(page).toContain('bg-alarm-wash')
  })

  test('alarms nobody where its money was sent back', () => {
    const message = say('subscription.sent_back').in('sw')
    const page = shown({ ...failed, refund: 'done', message }, null, 'sw')
    expect(page).toContain('Hatukuweza kupokea malipo yako ya mwisho, kwa hivyo tumeyarejesha.')
    expect(page).not.toContain('bg-alarm-wash')
  })
})
