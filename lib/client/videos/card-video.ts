import type { Video } from '#lib/contract/videos/calls.ts'

/** The part of a video that a card needs. The rest is not sent, because data costs money here. */
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

/** A video that a card or the modal can play. */
export type Playable = { kind: 'youtube'; id: string } | { kind: 'file'; url: string }

/** Tells how a card plays. @returns null where 'Video not available' is shown */
export function playableCard(video: CardVideo): Playable | null {
  if (video.video_file_url) return { kind: 'file', url: video.video_file_url }
  return video.youtube_video_id ? { kind: 'youtube', id: video.youtube_video_id } : null
}

/** Tells why a video takes no gifts right now, or returns null. */
export function giftRefusal(video: Pick<CardVideo, 'kind' | 'challenge'>): 'official' | 'not_open' | null {
  if (video.kind === 'official') return 'official'
  return video.challenge.phase === 'voting' ? null : 'not_open'
}
