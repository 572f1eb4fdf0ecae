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
  /** The person concerned, who is notified. Officers cannot decide about themselves. */
  owner: { id: string; name: string }
  /** The case has content to show. */
  isLoaded?: boolean
  /** The officer has seen the content to approve. A rejection does not need it. */
  isShown?: boolean
  /** Why the case can only be rejected; null if it can be approved. */
  unapprovable?: string | null
  drafts: ReturnType<typeof useDrafts>
  templates: readonly string[]
  /** Error if the reason of a rejection is empty. */
  reasonMissing: string
  approve: () => Promise<unknown>
  reject: () => Promise<unknown>
  exhibit: ReactNode
  exhibitSize?: 'tall' | 'short'
  note?: ReactNode
  children: ReactNode
}

/** Delay after the case has left the list's page. */
const CHECKED_AFTER_MS = 1_000

export function ReviewCase<Row extends QueueItem>(props: ReviewCaseProps<Row>) {
  const { kind, queue, item, owner, templates, isLoaded = true, unapprovable = null } = props
  const t = useTranslations('Review')
  const isOwn = owner.id === queue.me
  const { claim, askNow, checkNow } = useClaim(kind, isOwn ? null : item.id)
  const isSettled = useSettled(item.id)
  const rejection = useRejection(templates, props.reasonMissing)
  const decision = useDecision({ id: item.id, failed: t('failed'), onDecided: queue.advance })

  // A case can leave the page because newer rows push it off; only the claim tells if it is decided.
  const hasLeft = queue.at === -1 && queue.list.isSuccess && !queue.isSeeking && !decision.isSending
  useEffect(() => {
    if (!hasLeft) return
    // Delayed, because a case that was decided here is about to close.
    const timer = setTimeout(checkNow, CHECKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasLeft, checkNow])
  const isGone = claim.kind === 'over' && !queue.isSeeking && !decision.isSending

  /** Why the officer cannot decide this case; null if possible. */
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

/** Claims the subject `id` until the case closes or another opens; null claims nothing. */
function useClaim(type: ClaimSubjectType, id: string | null) {
  const [known, setKnown] = useState<{ id: string; state: ClaimState } | null>(null)
  const held = useRef<HeldClaim | null>(null)
  useEffect(() => {
    if (id === null) return
    const claim = holdClaim(type, id, (state) => setKnown({ id, state }))
    held.current = claim
    return claim.release
  }, [type, id])
  const checkNow = useCallback(() => held.current?.checkNow(), [])
  return {
    claim: known && known.id === id ? known.state : asking,
    askNow: () => held.current?.askNow(),
    checkNow,
  }
}
