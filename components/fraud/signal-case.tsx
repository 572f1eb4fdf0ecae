import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { DecisionSheet } from '#components/review/decision-sheet.tsx'
import { useDecision } from '#components/review/use-decision.ts'
import { useDrafts } from '#components/review/use-drafts.ts'
import type { Queue } from '#components/review/use-queue.ts'
import { useSettled } from '#components/review/use-settled.ts'
import type { DecisionAction } from '#components/review/verbs.ts'
import { api } from '#lib/client/http/api.ts'
import type { FraudSignal, FraudSignalDetail, SignalStatus } from '#lib/contract/fraud/calls.ts'
import { EvidencePanel } from './evidence-panel.tsx'
import { isPickable } from './gift-table.tsx'
import { ReopenSignal } from './reopen-signal.tsx'
import { SignalActions } from './signal-actions.tsx'
import { SignalFacts, SignalNote, SignalRanking } from './signal-facts.tsx'
import { SignalRecord } from './signal-record.tsx'
import { useDismissal } from './use-dismissal.ts'
import { useIsSuperAdmin } from './use-is-super-admin.ts'
import { useSignalNotes } from './use-signal-notes.ts'

type SignalCaseProps = { queue: Queue<FraudSignal>; item: FraudSignal }

export function SignalCase({ queue, item }: SignalCaseProps) {
  const t = useTranslations('Signals')
  const isSuperAdmin = useIsSuperAdmin()
  const drafts = useDrafts(item.id)
  const sendDismissal = useDismissal(item)
  const isSettled = useSettled(item.id)
  const decision = useDecision({ id: item.id, failed: t('decision.failed'), onDecided: queue.advance })
  const detail = useQuery({
    queryKey: ['signal', item.id, item.updated_at, item.status],
    queryFn: ({ signal }) =>
      api('GET /users/compliance/fraud-signals/{id}/', { path: { id: item.id }, signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? PROGRESS_MS : POLL_MS),
  })
  const [pick, setPick] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: '', ids: new Set() })
  // This component stays mounted for the next signal, whose gifts are not picked. Gifts leave the selection
  // when they are refunded.
  const gifts = pick.of === item.id ? (detail.data?.evidence ?? []) : []
  const picked = new Set(
    gifts.filter((gift) => isPickable(gift) && pick.ids.has(gift.id)).map(({ id }) => id),
  )
  // The list drops a signal that an action has ended, so `item` no longer changes.
  const shown = detail.data ?? item
  const notes = useSignalNotes(shown.status === 'open')
  const mayAct = isSuperAdmin && (shown.status === 'open' || shown.status === 'escalated')
  const actions = actionsOn(shown.status, isSuperAdmin)
  const fallback = useRef<HTMLDivElement>(null)
  const live = detail.data?.actions.find(({ gift_ids }) => gift_ids.length > 0)
  return (
    <DecisionSheet
      kind="signal"
      queue={queue}
      item={item}
      title={t('caseTitle', { video: item.video.title })}
      detail={t(`kinds.${item.kind}`)}
      decision={decision}
      actions={actions}
      refusal={actions.length > 0 ? null : t(`decision.none.${noneOf(shown.status)}`)}
      isReady={isSettled && !queue.isSeeking}
      drafts={drafts}
      explained={notes}
      decide={(action) =>
        action === 'approve'
          ? sendDismissal(drafts.draft.note.trim())
          : api('POST /users/compliance/fraud-signals/{id}/escalate/', {
              path: { id: item.id },
              body: { note: drafts.draft.reason.trim(), undoable: true },
            })
      }
      consequence={t(shown.status === 'escalated' ? 'decision.undo' : 'decision.consequence')}
      exhibitSize="short"
      exhibit={
        <EvidencePanel
          key={item.id}
          detail={detail}
          proposed={live?.state === 'proposed' ? live.gift_ids : []}
          picked={mayAct ? picked : undefined}
          onPick={(ids) => setPick({ of: item.id, ids })}
        />
      }
    >
      <SignalNote item={shown} />
      <div ref={fallback} tabIndex={-1} className="outline-none">
        {detail.data && mayAct ? (
          <SignalActions detail={detail.data} picked={picked} fallback={fallback} />
        ) : null}
        {shown.status === 'dismissed' ? <ReopenSignal signalId={item.id} fallback={fallback} /> : null}
      </div>
      <SignalFacts item={shown} />
      {detail.data ? (
        <>
          <SignalRanking ranking={detail.data.ranking} />
          <SignalRecord detail={detail.data} isDecidedOnly={mayAct} />
        </>
      ) : null}
    </DecisionSheet>
  )
}

/** Poll interval while an action runs. */
const PROGRESS_MS = 1_500
/** Otherwise, to see colleagues' proposals and decisions. */
const POLL_MS = 10_000

/** True while the worker processes an action's gifts or M-Pesa its refunds. */
function isUnderWay(detail: FraudSignalDetail | undefined): boolean {
  return detail?.actions.some(({ state, refunds }) => state === 'running' || refunds.under_way > 0) ?? false
}

/** Two super admins decide held signals elsewhere. */
function actionsOn(status: SignalStatus, isSuperAdmin: boolean): readonly DecisionAction[] {
  if (status === 'open') return ['approve', 'reject']
  return status === 'escalated' && isSuperAdmin ? ['approve'] : []
}

function noneOf(status: SignalStatus): 'held' | 'escalated' | 'decided' {
  return status === 'held' || status === 'escalated' ? status : 'decided'
}
