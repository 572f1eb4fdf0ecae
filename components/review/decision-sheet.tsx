import type { ReactNode } from 'react'
import type { QueueItem } from '#lib/client/review/review-queue.ts'
import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import { DecisionBar } from './decision-bar.tsx'
import { KeysHelp } from './keys-help.tsx'
import { ReasonBar, ReasonForm } from './reason-form.tsx'
import { ReviewSheet } from './review-sheet.tsx'
import type { useDecision } from './use-decision.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { type ExplainedDecision, useExplainedDecision } from './use-explained-decision.ts'
import type { Queue } from './use-queue.ts'
import { verbOf } from './verbs.ts'

type DecisionSheetProps<Row extends QueueItem> = ExplainedDecision & {
  kind: DecidedSubjectType
  queue: Queue<Row>
  item: Row
  title: string
  detail: ReactNode
  decision: ReturnType<typeof useDecision>
  consequence: string
  exhibit: ReactNode
  exhibitSize?: 'tall' | 'short'
  notices?: ReactNode
  /** Field of the note to other officers. */
  note?: ReactNode
  children: ReactNode
}

/**
 * A case with its decision, also by keys A and R. If the decision needs a text, its form opens: digits insert
 * templates, Ctrl+Enter sends.
 */
export function DecisionSheet<Row extends QueueItem>(props: DecisionSheetProps<Row>) {
  const { kind, queue, item, decision, refusal, isReady, isShown = true } = props
  const { actions, chosen, form, isAwaited, ...explanation } = useExplainedDecision(props)
  const { choose } = explanation
  useDeskKeys(
    {
      j: () => queue.step(1),
      k: () => queue.step(-1),
      // While its form is open, the key focuses the form's field (reason-form.tsx).
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
          value={explanation.words}
          onChange={explanation.write}
          error={explanation.error}
          isSending={decision.isSending || isAwaited}
          refusal={refusal}
          onSubmit={explanation.submit}
        >
          {props.note}
        </ReasonForm>
      ) : null}
      <div className="contents">{props.children}</div>
      {form ? null : props.note}
      <KeysHelp />
    </ReviewSheet>
  )
}
