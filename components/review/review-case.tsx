import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type ClaimState, type HeldClaim, holdClaim } from '#lib/client/review/hold-claim.ts'
import type { QueueItem } from '#lib/client/review/review-queue.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { DecisionBar } from './decision-bar.tsx'
import { KeysHelp } from './keys-help.tsx'
import { ReasonBar, ReasonForm } from './reason-form.tsx'
import { ReviewNotices } from './review-notices.tsx'
import { ReviewSheet } from './review-sheet.tsx'
import { useDecision } from './use-decision.ts'
import { type DeskKeys, useDeskKeys } from './use-desk-keys.ts'
import type { Draft, useDrafts } from './use-drafts.ts'
import type { Queue } from './use-queue.ts'
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
  drafts: ReturnType<typeof useDrafts>
  templates: readonly string[]
  /** Said where a rejection has no reason. */
  reasonMissing: string
  approve: () => Promise<unknown>
  reject: () => Promise<unknown>
  keys?: DeskKeys
  exhibit: ReactNode
  exhibitSize?: 'tall' | 'short'
  /** What is written to other officers, below the data or below the reason. */
  note?: ReactNode
  children: ReactNode
}

/** In ms, after a case has left its page. */
const CHECKED_AFTER_MS = 1_000

/** A case of any kind: claimed while it is open, decided by two buttons or two keys, and then the next one. */
export function ReviewCase<Row extends QueueItem>(props: ReviewCaseProps<Row>) {
  const { kind, queue, item, owner, drafts, isLoaded = true, isShown = true } = props
  const t = useTranslations('Review')
  const isOwn = owner.id === queue.me
  const { claim, askNow, checkNow } = useClaim(kind, isOwn ? null : item.id)
  const isSettled = useSettled(item.id)
  const decision = useDecision({ id: item.id, failed: t('failed'), onDecided: queue.advance })
  const [unreasoned, setUnreasoned] = useState<string | null>(null)
  /**
   * A rejection that was sent off before the case was there: it leaves as soon as it may, unless what was written is changed
   * meanwhile. What is being corrected is sent by another press.
   */
  const [awaited, setAwaited] = useState<{ id: string; draft: Draft } | null>(null)

  // Newer ones push a case off its page as well: whether it is over is known by the claim, which is then asked for.
  const hasLeft = queue.at === -1 && queue.list.isSuccess && !queue.isSeeking && !decision.isSending
  useEffect(() => {
    if (!hasLeft) return
    // Not where it is decided here, and just about to be closed.
    const timer = setTimeout(checkNow, CHECKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasLeft, checkNow])
  const isGone = claim.kind === 'over' && !queue.isSeeking && !decision.isSending
  const refusal = refusalWords()
  const isReady = isLoaded && isSettled && claim.kind === 'held' && !queue.isSeeking
  const isRejecting = queue.rejecting === item.id

  /** Why it can not be decided here, or null. */
  function refusalWords(): string | null {
    if (queue.isSeeking) return t('seeking')
    if (isOwn) return t('own')
    if (isGone) return t('gone')
    return claim.kind === 'taken' ? t('taken', { officer: claim.holder }) : null
  }

  const approve = () => {
    if (isReady && isShown && refusal === null && !isRejecting) decision.send(props.approve)
  }
  const reject = () => {
    const isMissing = drafts.draft.reason.trim() === ''
    setUnreasoned(isMissing ? item.id : null)
    if (refusal !== null || isMissing) return
    if (isReady) decision.send(props.reject)
    else setAwaited({ id: item.id, draft: drafts.draft })
  }
  const isAwaited =
    awaited?.id === item.id && awaited.draft === drafts.draft && isRejecting && refusal === null
  useEffect(() => {
    if (awaited === null || (isAwaited && !isReady)) return
    setAwaited(null)
    if (isAwaited) decision.send(props.reject)
  })
  useDeskKeys(
    {
      ...props.keys,
      a: approve,
      j: () => queue.step(1),
      k: () => queue.step(-1),
      ...(isRejecting ? {} : { r: () => refusal === null && queue.reject(item.id) }),
    },
    'dialog',
  )
  return (
    <ReviewSheet
      focusOn={isRejecting ? null : item.id}
      title={props.title}
      detail={props.detail}
      place={queue.place}
      onStep={queue.step}
      onClose={queue.close}
      onEscape={() => {
        if (isRejecting) queue.reject(null)
        return isRejecting
      }}
      exhibit={props.exhibit}
      exhibitSize={props.exhibitSize}
      isRejecting={isRejecting}
      notices={
        <ReviewNotices
          claim={claim}
          isOwn={isOwn}
          isGone={isGone}
          problem={decision.problem}
          onClaim={askNow}
          onGoOn={() => void queue.advance(item.id)}
        />
      }
      footer={
        isRejecting ? (
          <ReasonBar
            isSending={decision.isSending || isAwaited}
            refusal={refusal}
            onBack={() => queue.reject(null)}
          />
        ) : (
          <DecisionBar
            refusal={refusal}
            isReady={isReady}
            isShown={isShown}
            isSending={decision.isSending}
            consequence={t('consequence', { owner: owner.name })}
            onApprove={approve}
            onReject={() => queue.reject(item.id)}
          />
        )
      }
    >
      {isRejecting ? (
        <ReasonForm
          key={item.id}
          templates={props.templates}
          value={drafts.draft.reason}
          onChange={(reason) => {
            setUnreasoned(null)
            drafts.change({ reason })
          }}
          error={unreasoned === item.id ? props.reasonMissing : null}
          isSending={decision.isSending || isAwaited}
          refusal={refusal}
          onSubmit={reject}
        >
          {props.note}
        </ReasonForm>
      ) : null}
      {props.children}
      {isRejecting ? null : props.note}
      <KeysHelp within="dialog" />
    </ReviewSheet>
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
