import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { DecisionSheet } from '#components/review/decision-sheet.tsx'
import { useDecision } from '#components/review/use-decision.ts'
import { useDrafts } from '#components/review/use-drafts.ts'
import type { Queue } from '#components/review/use-queue.ts'
import { useSettled } from '#components/review/use-settled.ts'
import type { DecisionAction } from '#components/review/verbs.ts'
import { api } from '#lib/client/http/api.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import type { FraudSignal, FraudSignalDetail, SignalStatus } from '#lib/contract/fraud/calls.ts'
import { EvidencePanel } from './evidence-panel.tsx'
import { ReopenSignal } from './reopen-signal.tsx'
import { SignalActions } from './signal-actions.tsx'
import { SignalFacts, SignalRanking } from './signal-facts.tsx'
import { SignalRecord } from './signal-record.tsx'
import { useDismissal } from './use-dismissal.ts'
import { useSignalNotes } from './use-signal-notes.ts'

type SignalCaseProps = { queue: Queue<FraudSignal>; item: FraudSignal }

export function SignalCase({ queue, item }: SignalCaseProps) {
  const t = useTranslations('Signals')
  const role = useSyncExternalStore(
    subscribeSession,
    () => readUser()?.backendRole,
    () => undefined,
  )
  const drafts = useDrafts(item.id)
  const notes = useSignalNotes(item.status === 'open')
  const sendDismissal = useDismissal(item)
  const isSettled = useSettled(item.id)
  const decision = useDecision({ id: item.id, failed: t('decision.failed'), onDecided: queue.advance })
  const detail = useQuery({
    queryKey: ['signal', item.id, item.updated_at],
    queryFn: ({ signal }) =>
      api('GET /users/compliance/fraud-signals/{id}/', { path: { id: item.id }, signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? PROGRESS_MS : false),
  })
  const [pick, setPick] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: '', ids: none })
  // This component stays mounted for the next signal, whose gifts are not picked.
  const picked = pick.of === item.id ? pick.ids : none
  const isSuperAdmin = role === 'super_admin'
  const mayAct = isSuperAdmin && (item.status === 'open' || item.status === 'escalated')
  const actions = actionsOn(item.status, isSuperAdmin)
  return (
    <DecisionSheet
      kind="signal"
      queue={queue}
      item={item}
      title={t('caseTitle', { video: item.video.title })}
      detail={t(`kinds.${item.kind}`)}
      decision={decision}
      actions={actions}
      refusal={actions.length > 0 ? null : t(`decision.none.${noneOf(item.status)}`)}
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
      consequence={t('decision.consequence')}
      exhibitSize="short"
      exhibit={
        <EvidencePanel
          detail={detail}
          picked={mayAct ? picked : undefined}
          onPick={(ids) => setPick({ of: item.id, ids })}
        />
      }
    >
      {detail.data && mayAct ? <SignalActions detail={detail.data} picked={picked} /> : null}
      {item.status === 'dismissed' ? <ReopenSignal signalId={item.id} /> : null}
      <SignalFacts item={item} />
      {detail.data ? (
        <>
          <SignalRanking ranking={detail.data.ranking} />
          <SignalRecord actions={detail.data.actions} />
        </>
      ) : null}
    </DecisionSheet>
  )
}

const none: ReadonlySet<string> = new Set()

/** Poll interval while an action runs. */
const PROGRESS_MS = 1_500

/** True while the worker processes an action's gifts or M-Pesa its refunds. */
function isUnderWay(detail: FraudSignalDetail | undefined): boolean {
  return detail?.actions.some(({ state, refunds }) => state === 'running' || refunds.under_way > 0) ?? false
}

/** Possible decisions here; held signals are decided by two super admins elsewhere. */
function actionsOn(status: SignalStatus, isSuperAdmin: boolean): readonly DecisionAction[] {
  if (status === 'open') return ['approve', 'reject']
  return status === 'escalated' && isSuperAdmin ? ['approve'] : []
}

function noneOf(status: SignalStatus): 'held' | 'escalated' | 'decided' {
  return status === 'held' || status === 'escalated' ? status : 'decided'
}
