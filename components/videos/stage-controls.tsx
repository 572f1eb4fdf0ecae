import { Gift, Maximize, Pause, Play, Share2, Volume2, VolumeX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useEarlyPress } from '#components/ui/use-early-press.ts'
import { shareRequests } from '#lib/client/browser/share-requests.ts'
import { giftRequestOf, giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { type CardVideo, giftRefusal } from '#lib/client/videos/card-video.ts'

type StageControlsProps = {
  video: CardVideo
  playing: boolean
  muted: boolean
  onToggle: () => void
  onMute: () => void
  onFill: () => void
}

/** Outside of the player's frame, because nothing may cover a player. */
export function StageControls({ video, playing, muted, onToggle, onMute, onFill }: StageControlsProps) {
  const t = useTranslations('Video')
  const refusal = giftRefusal(video)
  const give = () => giftRequests.emit(giftRequestOf(video))
  const early = useEarlyPress(video.id, give)
  return (
    <div className="grid gap-2">
      <Button tone="loud" size="large" wide disabled={refusal !== null} onClick={give} data-early={early}>
        <Gift aria-hidden="true" className="size-5" /> {t('gift')}
      </Button>
      {refusal ? <p className="text-sm text-soft">{t(`refusal.${refusal}`)}</p> : null}
      <div className="grid grid-cols-4 gap-2 lg:grid-cols-2">
        <Control onClick={onToggle} word={playing ? t('pause') : t('play')} hotkey="Space">
          {playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </Control>
        <Control onClick={onMute} word={muted ? t('unmute') : t('mute')} hotkey="M">
          {muted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
        </Control>
        <Control onClick={onFill} word={t('fullscreen')} hotkey="F">
          <Maximize aria-hidden="true" />
        </Control>
        <Control
          onClick={() => shareRequests.emit({ title: video.title, videoId: video.id })}
          word={t('share')}
        >
          <Share2 aria-hidden="true" />
        </Control>
      </div>
    </div>
  )
}

type ControlProps = { onClick: () => void; word: string; hotkey?: string; children: ReactNode }

function Control({ onClick, word, hotkey, children }: ControlProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts={hotkey}
      className="flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-2xl border border-line text-xs font-semibold hover:bg-sunken lg:text-sm [&_svg]:size-5"
    >
      {children}
      <span>{word}</span>
    </button>
  )
}
