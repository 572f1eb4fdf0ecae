import type { Video } from '#lib/contract/videos/calls.ts'

/** A card's fields. The rest of the video would cost users data. */
export type CardVideo = Pick<
  Video,
  | 'id'
  | 'kind'
  | 'title'
  | 'description'
  | 'avatar'
  | 'youtube_url'
  | 'youtube_video_id'
  | 'video_file_url'
  | 'thumbnail_url'
  | 'duration_seconds'
  | 'vote_count'
  | 'view_count'
  | 'comment_count'
  | 'rank'
  | 'counted_video_id'
  | 'vote_code'
  | 'paybill_number'
> & {
  dancer: Pick<Video['dancer'], 'display_name' | 'username' | 'location'>
  track: Pick<Video['track'], 'title' | 'artist'>
  challenge: Pick<Video['challenge'], 'phase'>
}

export type Playable = { kind: 'youtube'; id: string } | { kind: 'file'; url: string }

/** Returns null if nothing can play: the card shows 'Video not available'. */
export function playableCard(video: CardVideo): Playable | null {
  if (video.video_file_url) return { kind: 'file', url: video.video_file_url }
  return video.youtube_video_id ? { kind: 'youtube', id: video.youtube_video_id } : null
}

/** Returns why the video takes no gifts, or null. */
export function giftRefusal(video: Pick<CardVideo, 'kind' | 'challenge'>): 'official' | 'not_open' | null {
  if (video.kind === 'official') return 'official'
  return video.challenge.phase === 'voting' ? null : 'not_open'
}
