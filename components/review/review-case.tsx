import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type ClaimState, type HeldClaim, holdClaim } from '#lib/client/review/hold-claim.ts'
import type { QueueItem } from '#lib/client/review/review-queue.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { DecisionSheet } from './decision-sheet.tsx'
import { ReviewNotices } from './review-notices.tsx'
import { useDecision } from './use-decision.ts'
import type { useDrafts } from './use-drafts.ts'
import type { Queue } from './use-queue.ts'
import { useRejection } from './use-rejection.ts'
import { useSettled } from './use-settled.ts'

type ReviewCaseProps<Row extends QueueItem> = {
  kind: ClaimSubjectType
  queue: Queue<Row>
  item: Row
  title: string
  detail: ReactNode
  /** Whose it is: nobody decides about themselves, and they are told. */
  owner: { id: string; name: string }
  /** False while there is nothing to be seen yet. */
  isLoaded?: boolean
  /** False while nobody can have seen what an approval is about. It can be rejected all the same: it may never be shown. */
  isShown?: boolean
  /** Why it can only be rejected; null where it can be approved. */
  unapprovable?: string | null
  drafts: ReturnType<typeof useDrafts>
  templates: readonly string[]
  /** Said where a rejection has no reason. */
  reasonMissing: string
  approve: () => Promise<unknown>
  reject: () => Promise<unknown>
  exhibit: ReactNode
  exhibitSize?: 'tall' | 'short'
  /** What is written to other officers, below the data or below the reason. */
  note?: ReactNode
  children: ReactNode
}

/** In ms, after a case has left its page. */
const CHECKED_AFTER_MS = 1_000

/** A case that is claimed while it is open: an identity, a track or a video. */
export function ReviewCase<Row extends QueueItem>(props: ReviewCaseProps<Row>) {
  const { kind, queue, item, owner, templates, isLoaded = true, unapprovable = null } = props
  const t = useTranslations('Review')
  const isOwn = owner.id === queue.me
  const { claim, askNow, checkNow } = useClaim(kind, isOwn ? null : item.id)
  const isSettled = useSettled(item.id)
  const rejection = useRejection(templates, props.reasonMissing)
  const decision = useDecision({ id: item.id, failed: t('failed'), onDecided: queue.advance })

  // Newer ones push a case off its page as well: whether it is over is known by the claim, which is then asked for.
  const hasLeft = queue.at === -1 && queue.list.isSuccess && !queue.isSeeking && !decision.isSending
  useEffect(() => {
    if (!hasLeft) return
    // Not where it is decided here, and just about to be closed.
    const timer = setTimeout(checkNow, CHECKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasLeft, checkNow])
  const isGone = claim.kind === 'over' && !queue.isSeeking && !decision.isSending

  /** Why it can not be decided here, or null. */
  function refusalWords(): string | null {
    if (queue.isSeeking) return t('seeking')
    if (isOwn) return t('own')
    if (isGone) return t('gone')
    return claim.kind === 'taken' ? t('taken', { officer: claim.holder }) : null
  }

  return (
    <DecisionSheet
      {...props}
      decision={decision}
      refusal={refusalWords()}
      isShown={(props.isShown ?? true) && unapprovable === null}
      isReady={isLoaded && isSettled && claim.kind === 'held' && !queue.isSeeking}
      explained={{ reject: rejection }}
      decide={(action) => (action === 'approve' ? props.approve() : props.reject())}
      consequence={unapprovable ?? t('consequence', { owner: owner.name })}
      notices={
        <ReviewNotices
          claim={claim}
          isOwn={isOwn}
          isGone={isGone}
          onClaim={askNow}
          onGoOn={() => void queue.advance(item.id)}
        />
      }
    />
  )
}

const asking: ClaimState = { kind: 'asking' }

/** Holds the claim of what is open, as long as it is; null lets go. */
function useClaim(type: ClaimSubjectType, id: string | null) {
  const [known, setKnown] = useState<{ id: string; state: ClaimState } | null>(null)
  const held = useRef<HeldClaim | null>(null)
  useEffect(() => {
    if (id === null) return
    const claim = holdClaim(type, id, (state) => setKnown({ id, state }))
    held.current = claim
    return claim.letGo
  }, [type, id])
  const checkNow = useCallback(() => held.current?.checkNow(), [])
  return {
    claim: known && known.id === id ? known.state : asking,
    askNow: () => held.current?.askNow(),
    checkNow,
  }
}
