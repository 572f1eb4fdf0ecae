import { ExternalLink, Pause, Play } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Keycap } from '#components/review/keycap.tsx'
import { useDeskKeys } from '#components/review/use-desk-keys.ts'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { FilePlayer } from '#components/videos/player/file-player.tsx'
import { Poster } from '#components/videos/player/poster.tsx'
import { useSinglePlayer } from '#components/videos/player/use-single-player.ts'
import { YouTubePlayer } from '#components/videos/player/youtube-player.tsx'
import { playableOf } from '#lib/client/videos/youtube.ts'
import type { Video } from '#lib/contract/videos/calls.ts'

/**
 * Plays a video by YouTube's rules: on request, uncovered, one at a time, with our button outside. Counts no
 * view.
 */
export function VideoExhibit({ video }: { video: Video }) {
  const t = useTranslations('Review.video')
  const playable = playableOf(video)
  const player = useSinglePlayer(`review-${video.id}`)
  const toggle = () => (player.isOpen ? player.follow(!player.isPlaying) : player.start())
  useDeskKeys({ p: playable ? toggle : undefined }, 'dialog')
  const shown = {
    playing: player.isPlaying,
    muted: false,
    title: video.title,
    controls: true,
    onFail: player.fail,
    onPlayingChange: player.follow,
  }
  return (
    <div className="flex h-full flex-col">
      <div className="relative min-h-52 flex-1 overflow-hidden bg-night">
        {player.isOpen && playable ? null : (
          <div className="absolute inset-y-0 left-1/2 aspect-[9/16] h-full max-w-full -translate-x-1/2">
            <Poster id={video.id} title="" thumbnail={video.thumbnail_url} eager />
          </div>
        )}
        {player.isOpen && playable?.kind === 'youtube' ? (
          <YouTubePlayer youtubeId={playable.id} {...shown} />
        ) : null}
        {player.isOpen && playable?.kind === 'file' ? <FilePlayer url={playable.url} {...shown} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-paper px-3 py-1.5 lg:px-6">
        {playable ? (
          <Button onClick={toggle} aria-keyshortcuts="p">
            {player.isPlaying ? (
              <Pause aria-hidden="true" className="size-4" />
            ) : (
              <Play aria-hidden="true" className="size-4" />
            )}
            <span>{player.isPlaying ? t('pause') : t('play')}</span> <Keycap>P</Keycap>
          </Button>
        ) : (
          <p className="py-2.5 text-soft">{t('nothing')}</p>
        )}
        {video.youtube_url ? (
          <a
            href={video.youtube_url}
            target="_blank"
            rel="noopener"
            className={buttonStyle({ tone: 'quiet', className: 'px-3!' })}
          >
            <ExternalLink aria-hidden="true" className="size-4" /> {t('onYoutube')}
          </a>
        ) : null}
        <p role="status" className="text-sm text-soft">
          {player.hasFailed ? t('playerFailed') : ''}
        </p>
      </div>
    </div>
  )
}
