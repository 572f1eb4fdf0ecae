import type { Video } from '#lib/contract/videos/calls.ts'
import type { CardVideo } from './card-video.ts'
import { playableOf } from './youtube.ts'

export function toCardVideo(video: Video): CardVideo {
  const playable = playableOf(video)
  return {
    id: video.id,
    kind: video.kind,
    title: video.title,
    description: video.description,
    avatar: video.avatar,
    youtube_url: video.youtube_url,
    youtube_video_id: playable?.kind === 'youtube' ? playable.id : null,
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
