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

export function toCardVideo(video: Video): CardVideo {
  return {
    id: video.id,
    kind: video.kind,
    title: video.title,
    description: video.description,
    avatar: video.avatar,
    youtube_url: video.youtube_url,
    youtube_video_id: video.youtube_video_id,
    video_file_url: video.video_file_url,
    thumbnail_url: video.thumbnail_url,
    duration_seconds: video.duration_seconds,
    vote_count: video.vote_count,
    view_count: video.view_count,
    comment_count: video.comment_count,
    rank: video.rank,
    counted_video_id: video.counted_video_id,
    vote_code: video.vote_code,
    paybill_number: video.paybill_number,
    dancer: {
      display_name: video.dancer.display_name,
      username: video.dancer.username,
      location: video.dancer.location,
    },
    track: { title: video.track.title, artist: video.track.artist },
    challenge: { phase: video.challenge.phase },
  }
}

/** Tells why a video takes no gifts right now, or returns null. */
export function giftRefusal(video: Pick<CardVideo, 'kind' | 'challenge'>): 'official' | 'not_open' | null {
  if (video.kind === 'official') return 'official'
  return video.challenge.phase === 'voting' ? null : 'not_open'
}
