import { isYoutubeId, youtubeIdOf } from '#lib/contract/videos/youtube-address.ts'
import type { Playable } from './card-video.ts'

/** Returns null if nothing can play: the page shows 'Video not available'. */
export function playableOf(video: {
  youtube_video_id: string | null
  youtube_url: string | null
  video_file_url: string | null
}): Playable | null {
  if (video.video_file_url) return { kind: 'file', url: video.video_file_url }
  const id = video.youtube_video_id ?? (video.youtube_url ? youtubeIdOf(video.youtube_url) : null)
  return id && isYoutubeId(id) ? { kind: 'youtube', id } : null
}
