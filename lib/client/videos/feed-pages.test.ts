import { describe, expect, test } from 'vitest'
import type { Video, VideoPage } from '#lib/contract/videos/calls.ts'
import { addPage } from './feed-pages.ts'
import { addressOf, feedSorts, homeViewOf } from './home-view.ts'

function videoOf(id: string): Video {
  return {
    id,
    kind: 'entry',
    title: id,
    description: '',
    username: id,
    avatar: '💃',
    dancer: { id, username: id, display_name: id, location: '' },
    track: { id, title: '', artist: '', genre: '' },
    challenge: { id, title: '', phase: 'voting' },
    youtube_url: null,
    youtube_video_id: null,
    video_file_url: null,
    thumbnail_url: null,
    duration_seconds: null,
    status: 'approved',
    vote_count: 0,
    view_count: 0,
    comment_count: 0,
    rank: null,
    vote_code: '',
    paybill_number: '',
    upload_date: '',
    approved_date: null,
    reviewed_by: null,
    reviewed_at: null,
    rejection_reason: '',
  }
}

function pageOf(ids: string[], next: string | null): VideoPage {
  return { count: 99, next, previous: null, results: ids.map(videoOf) }
}

describe('pages of the feed', () => {
  test('are put one after the other, until there is no next one', () => {
    const first = addPage(null, pageOf(['a', 'b'], '/next'), 1)
    expect(first).toMatchObject({ nextPage: 2, pages: 1 })
    const second = addPage(first, pageOf(['c'], null), 2)
    expect(second.videos.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(second).toMatchObject({ nextPage: null, pages: 2 })
  })

  test('show a video once that moved from one page to the next meanwhile', () => {
    const first = addPage(null, pageOf(['a', 'b'], '/next'), 1)
    const second = addPage(first, pageOf(['b', 'c'], null), 2)
    expect(second.videos.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})

describe('the view that an address names', () => {
  test.each(feedSorts.map((sort) => [sort]))('%s is found again by its address', (sort) => {
    expect(homeViewOf(new URL(addressOf(sort), 'http://x').search)).toBe(sort)
  })

  test('the leaderboard is, and anything unknown is the newest first', () => {
    expect(homeViewOf(new URL(addressOf('leaderboard'), 'http://x').search)).toBe('leaderboard')
    expect(homeViewOf('?sort=constructor')).toBe('newest')
    expect(homeViewOf('?tab=other')).toBe('newest')
  })
})
