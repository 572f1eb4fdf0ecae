import { describe, expect, test } from 'vitest'
import type { Video, VideoPage } from '#lib/contract/videos/calls.ts'
import { addPage, feedStart, firstPageOf } from './first-page.ts'
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
    counted_video_id: null,
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
    const first = addPage(null, pageOf(['a', 'b'], '/next'), feedStart)
    expect(first).toMatchObject({ thisMonth: 2, next: { section: 'this_month', page: 2 }, pages: 1 })
    const second = addPage(first, pageOf(['c'], null), { section: 'this_month', page: 2 })
    expect(second).toMatchObject({ thisMonth: 3, next: { section: 'others', page: 1 }, pages: 2 })
    const third = addPage(second, pageOf(['d'], null), { section: 'others', page: 1 })
    expect(third.videos.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect(third).toMatchObject({ thisMonth: 3, next: null, pages: 3 })
  })

  test('begin with the others too where the month has few entries, or none', () => {
    const at = new Date(5)
    expect(firstPageOf({ thisMonth: pageOf(['a'], '/next'), others: null }, at)).toMatchObject({
      thisMonth: 1,
      next: { section: 'this_month', page: 2 },
      renderedAt: 5,
    })
    const few = firstPageOf({ thisMonth: pageOf([], null), others: pageOf(['x'], '/next') }, at)
    expect(few).toMatchObject({ thisMonth: 0, next: { section: 'others', page: 2 }, pages: 2 })
    expect(few.videos.map(({ id }) => id)).toEqual(['x'])
  })

  test('show a video once that moved from one page to the next meanwhile', () => {
    const first = addPage(null, pageOf(['a', 'b'], '/next'), feedStart)
    const second = addPage(first, pageOf(['b', 'c'], null), { section: 'this_month', page: 2 })
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
