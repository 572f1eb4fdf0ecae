import { type ReactNode, useEffect, useState } from 'react'
import type { QueueItem } from '#lib/client/review/review-queue.ts'
import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import { DecisionBar } from './decision-bar.tsx'
import { KeysHelp } from './keys-help.tsx'
import { type Explained, ReasonBar, ReasonForm } from './reason-form.tsx'
import { ReviewSheet } from './review-sheet.tsx'
import type { useDecision } from './use-decision.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import type { Draft, useDrafts } from './use-drafts.ts'
import type { Queue } from './use-queue.ts'
import { type DecisionAction, verbOf } from './verbs.ts'

const both = ['approve', 'reject'] as const

type DecisionSheetProps<Row extends QueueItem> = {
  kind: DecidedSubjectType
  queue: Queue<Row>
  item: Row
  title: string
  detail: ReactNode
  decision: ReturnType<typeof useDecision>
  /** Which ways of deciding there are: both, unless it says otherwise. */
  actions?: readonly DecisionAction[]
  /** Why nothing can be decided; null where it can. */
  refusal: string | null
  /** False until a decision may leave; one that is explained before leaves then. */
  isReady: boolean
  /** False while nobody can have seen what an approval is about. */
  isShown?: boolean
  drafts: ReturnType<typeof useDrafts>
  /** What is explained before it is sent. A rejection's words are the draft's reason, an approval's are its note. */
  explained: Readonly<Partial<Record<DecisionAction, Explained>>>
  decide: (action: DecisionAction) => Promise<unknown>
  consequence: string
  exhibit: ReactNode
  exhibitSize?: 'tall' | 'short'
  notices?: ReactNode
  /** What is written to other officers, below the data or below the reason. */
  note?: ReactNode
  children: ReactNode
}

/**
 * A case of any queue and its decision. A and R choose; what has to be explained is sent by Ctrl and Enter, as it was chosen, and
 * a digit picks a sentence for it.
 */
export function DecisionSheet<Row extends QueueItem>(props: DecisionSheetProps<Row>) {
  const { kind, queue, item, decision, drafts, explained, refusal, isReady, isShown = true } = props
  const actions = props.actions ?? both
  const [unreasoned, setUnreasoned] = useState<string | null>(null)
  /**
   * A decision that was sent off before the case was there: it leaves as soon as it may, unless what was written is changed
   * meanwhile. What is being corrected is sent by another press.
   */
  const [awaited, setAwaited] = useState<{ id: string; action: DecisionAction; draft: Draft } | null>(null)
  const chosen = queue.chosen?.id === item.id ? queue.chosen.action : null
  const form = chosen && actions.includes(chosen) ? explained[chosen] : undefined
  const field = chosen === 'approve' ? 'note' : 'reason'

  const send = (action: DecisionAction) => decision.send(() => props.decide(action))
  const choose = (action: DecisionAction) => {
    if (refusal !== null || !actions.includes(action)) return
    if (explained[action]) queue.choose({ id: item.id, action })
    else if (isReady && isShown && !form) send(action)
  }
  const submit = () => {
    if (!chosen || !form) return
    const isMissing = form.missing !== null && drafts.draft[field].trim() === ''
    setUnreasoned(isMissing ? item.id : null)
    if (refusal !== null || isMissing) return
    if (isReady) send(chosen)
    else setAwaited({ id: item.id, action: chosen, draft: drafts.draft })
  }
  const isAwaited =
    awaited?.id === item.id &&
    awaited.action === chosen &&
    awaited.draft === drafts.draft &&
    form !== undefined &&
    refusal === null
  useEffect(() => {
    if (awaited === null || (isAwaited && !isReady)) return
    setAwaited(null)
    if (isAwaited) send(awaited.action)
  })
  useDeskKeys(
    {
      j: () => queue.step(1),
      k: () => queue.step(-1),
      // The key of what is being explained leads to its field.
      ...(form && chosen === 'approve' ? {} : { a: () => choose('approve') }),
      ...(form && chosen === 'reject' ? {} : { r: () => choose('reject') }),
    },
    'dialog',
  )
  return (
    <ReviewSheet
      focusOn={form ? null : item.id}
      title={props.title}
      detail={props.detail}
      place={queue.place}
      onStep={queue.step}
      onClose={queue.close}
      onEscape={() => {
        if (form) queue.choose(null)
        return form !== undefined
      }}
      exhibit={props.exhibit}
      exhibitSize={props.exhibitSize}
      isRejecting={form !== undefined}
      notices={
        <>
          {decision.problem ? (
            <p role="alert" className="mb-4 rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
              {decision.problem}
            </p>
          ) : null}
          <div className="contents">{props.notices}</div>
        </>
      }
      footer={
        form && chosen ? (
          <ReasonBar
            action={chosen}
            send={form.send}
            isSending={decision.isSending || isAwaited}
            refusal={refusal}
            onBack={() => queue.choose(null)}
          />
        ) : (
          <DecisionBar
            verbs={{ approve: verbOf(kind, 'approve'), reject: verbOf(kind, 'reject') }}
            actions={actions}
            refusal={refusal}
            isReady={isReady}
            isShown={isShown}
            isSending={decision.isSending}
            consequence={props.consequence}
            onDecide={choose}
          />
        )
      }
    >
      {form && chosen ? (
        <ReasonForm
          key={`${item.id} ${chosen}`}
          explained={form}
          action={chosen}
          value={drafts.draft[field]}
          onChange={(words) => {
            setUnreasoned(null)
            drafts.change({ [field]: words })
          }}
          error={unreasoned === item.id ? form.missing : null}
          isSending={decision.isSending || isAwaited}
          refusal={refusal}
          onSubmit={submit}
        >
          {props.note}
        </ReasonForm>
      ) : null}
      <div className="contents">{props.children}</div>
      {form ? null : props.note}
      <KeysHelp within="dialog" />
    </ReviewSheet>
  )
}
