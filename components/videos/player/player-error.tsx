import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'

type PlayerErrorProps = {
  youtubeUrl: string | null
  /** Sentence about the cause, if known. */
  reason?: string
  onRetry: () => void
}

export default function PlayerError({ youtubeUrl, reason, onRetry }: PlayerErrorProps) {
  const t = useTranslations('Feed')
  return (
    <div role="alert" className="absolute inset-x-3 bottom-3 rounded-2xl bg-night p-4 text-on-night">
      <p className="font-display text-lg font-bold">{t('videoError')}</p>
      <p className="mt-1 text-sm text-on-night-soft">{t('videoErrorDetail')}</p>
      {reason ? <p className="mt-1 text-sm text-on-night-soft">{reason}</p> : null}
      <p className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          onClick={onRetry}
          className="tap inline-flex items-center gap-2 rounded-full bg-marigold px-4 text-sm font-semibold text-on-marigold"
        >
          <RotateCw aria-hidden="true" className="size-4" /> {t('retry')}
        </button>
        {youtubeUrl ? (
          <a
            href={youtubeUrl}
            target="_blank"
            rel="noopener"
            className="tap inline-flex items-center rounded-full border border-on-night-soft px-4 text-sm font-semibold"
          >
            {t('openYouTube')}
          </a>
        ) : null}
      </p>
    </div>
  )
}
