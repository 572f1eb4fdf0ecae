import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cn } from '#components/ui/cn.ts'
import { formatCount } from '#lib/client/formats/amounts.ts'
import { readVoteCount, subscribeVoteCount } from '#lib/client/videos/vote-counts.ts'

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
