import {
  Expand,
  Gift,
  LoaderCircle,
  MessageCircle,
  Pause,
  Play,
  Share2,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cn } from '#components/ui/cn.ts'
import { PageLink } from '#components/ui/page-link.tsx'
import { useEarlyPress } from '#components/ui/use-early-press.ts'
import { shareRequests } from '#lib/client/browser/share-requests.ts'
import { formatCount } from '#lib/client/formats/amounts.ts'
import { giftRequestOf, giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { type CardVideo, giftRefusal } from '#lib/client/videos/card-video.ts'
import { readVoteCount, subscribeVoteCount } from '#lib/client/videos/vote-counts.ts'
import type { Stage } from './use-stage.ts'

const playIcons = { waiting: LoaderCircle, pause: Pause, play: Play } as const
const playWords = ['waiting', 'pause', 'play'] as const

type CardActionsProps = { video: CardVideo; stage: Stage; onExpand: (video: CardVideo) => void }

/** The card's buttons, beside the stage, because nothing may cover a player. */
export function CardActions({ video, stage, onExpand }: CardActionsProps) {
  const t = useTranslations('Feed')
  const refusal = giftRefusal(video)
  const give = () => giftRequests.emit(giftRequestOf(video))
  const early = useEarlyPress(video.id, give)
  const giftWord = refusal ? t(`refusalWord.${refusal}`) : t('gift')
  const doing = stage.waiting ? 'waiting' : stage.playing ? 'pause' : 'play'
  const PlayIcon = playIcons[doing]
  return (
    <div className="rail [grid-area:rail]">
      <VoteCount videoId={video.id} initial={video.vote_count} className="rail-count" />
      <button
        type="button"
        disabled={refusal !== null}
        aria-label={refusal ? `${giftWord}: ${video.title}` : t('giftTitle', { title: video.title })}
        title={refusal ? t(`refusal.${refusal}`) : undefined}
        onClick={give}
        data-early={early}
        aria-keyshortcuts="g"
        className="rail-gift"
      >
        <Gift aria-hidden="true" className="size-6" />
        <span>{giftWord}</span>
      </button>
      <PageLink href={`/video/${video.id}#comments`} className="rail-item">
        <MessageCircle aria-hidden="true" className="size-6" />
        <span>
          <span className="figures">{formatCount(video.comment_count)}</span>
          <span className="rail-word"> {t('commentsWord', { count: video.comment_count })}</span>
        </span>
      </PageLink>
      <button
        type="button"
        className="rail-item"
        onClick={() => shareRequests.emit({ title: video.title, videoId: video.id })}
      >
        <Share2 aria-hidden="true" className="size-6" />
        <span>{t('share')}</span>
      </button>
      <button type="button" className="rail-item rail-expand" onClick={() => onExpand(video)}>
        <Expand aria-hidden="true" className="size-6" />
        <span>{t('expand')}</span>
      </button>
      <button
        type="button"
        className="rail-item rail-half"
        aria-keyshortcuts="Space"
        onClick={stage.playing ? stage.stop : () => stage.start(false)}
      >
        <PlayIcon aria-hidden="true" className="size-6" />
        {/* Reserves the width of the longest word, so that a change does not move the neighbours. */}
        <span className="grid justify-items-center">
          {playWords.map((word) => (
            <span key={word} className={cn('[grid-area:1/1]', word !== doing && 'invisible')}>
              {t(word)}
            </span>
          ))}
        </span>
      </button>
      <button
        type="button"
        className="rail-item rail-half"
        aria-keyshortcuts="m"
        aria-pressed={!stage.muted}
        disabled={!stage.playing}
        onClick={stage.toggleMuted}
      >
        {stage.muted ? (
          <VolumeX aria-hidden="true" className="size-6" />
        ) : (
          <Volume2 aria-hidden="true" className="size-6" />
        )}
        <span>{t('sound')}</span>
      </button>
    </div>
  )
}

export function VoteCount({
  videoId,
  initial,
  className = '',
}: {
  videoId: string
  initial: number
  className?: string
}) {
  const t = useTranslations('Feed')
  const count = useVoteCount(videoId, initial)
  const moves = useMoves(count)
  return (
    <p className={className} data-testid={`votes-${videoId}`}>
      <strong key={moves} className={cn('figures block', moves > 0 && 'animate-tick')}>
        {formatCount(count)}
      </strong>
      <span className="text-soft">{t('votesWord', { count })}</span>
    </p>
  )
}

/** How often a value has changed. */
function useMoves(value: number): number {
  const before = useRef(value)
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setMoves((count) => count + 1)
  }, [value])
  return moves
}

function useVoteCount(videoId: string, initial: number): number {
  return useSyncExternalStore(
    (listener) => subscribeVoteCount(videoId, listener),
    () => readVoteCount(videoId, initial),
    () => initial,
  )
}
