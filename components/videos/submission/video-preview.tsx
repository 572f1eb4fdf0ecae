import { Play } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Poster } from '#components/videos/player/poster.tsx'
import { useSinglePlayer } from '#components/videos/player/use-single-player.ts'
import { YouTubePlayer } from '#components/videos/player/youtube-player.tsx'
import { youtubePicture, youtubeWatchAddress } from '#lib/contract/videos/youtube-address.ts'

type VideoPreviewProps = { youtubeId: string; title: string; trackTitle: string }

export function VideoPreview({ youtubeId, title, trackTitle }: VideoPreviewProps) {
  const t = useTranslations('Upload')
  const { isOpen, isPlaying, hasFailed, start, fail, follow } = useSinglePlayer(`preview-${youtubeId}`)
  const address = youtubeWatchAddress(youtubeId)
  return (
    <section
      aria-label={t('preview.label')}
      className="grid justify-items-center gap-4 rounded-2xl bg-sunken p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:justify-items-stretch"
    >
      <div className="relative size-56 overflow-hidden rounded-xl">
        <Poster id={youtubeId} title="" thumbnail={youtubePicture(youtubeId)} eager />
        {isOpen ? (
          <YouTubePlayer
            youtubeId={youtubeId}
            title={title || trackTitle}
            playing={isPlaying}
            muted={false}
            controls
            onFail={fail}
            onPlayingChange={follow}
          />
        ) : null}
      </div>
      <div className="grid min-w-0 content-center gap-3">
        <p className="font-semibold">{t('preview.label')}</p>
        <dl className="grid gap-1 text-sm">
          {[
            [t('preview.title'), title || t('preview.noTitle', { track: trackTitle })],
            [t('preview.track'), trackTitle],
          ].map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-soft">{name}</dt>
              <dd className="min-w-0 font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm">
          <a href={address} target="_blank" rel="noopener" className="underline underline-offset-4">
            {address.replace('https://www.', '')}
          </a>
        </p>
        {isOpen ? null : (
          <Button onClick={start} className="justify-self-start">
            <Play aria-hidden="true" className="size-4" /> {t('preview.play')}
          </Button>
        )}
        <p role="status" className="text-sm text-soft">
          {hasFailed ? t('preview.failed') : ''}
        </p>
      </div>
    </section>
  )
}
