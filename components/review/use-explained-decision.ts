import { useEffect, useState } from 'react'
import type { QueueItem } from '#lib/client/review/review-queue.ts'
import type { Explained } from './reason-form.tsx'
import type { useDecision } from './use-decision.ts'
import type { Draft, useDrafts } from './use-drafts.ts'
import type { Queue } from './use-queue.ts'
import type { DecisionAction } from './verbs.ts'

const both: readonly DecisionAction[] = ['approve', 'reject']

export type ExplainedDecision = {
  queue: Pick<Queue<QueueItem>, 'chosen' | 'choose'>
  item: Pick<QueueItem, 'id'>
  decision: Pick<ReturnType<typeof useDecision>, 'send'>
  /** By default both actions. */
  actions?: readonly DecisionAction[]
  refusal: string | null
  /** The case is loaded and claimed. A decision that was submitted earlier is then sent. */
  isReady: boolean
  isShown?: boolean
  drafts: ReturnType<typeof useDrafts>
  /** Forms by action: a rejection explains with the draft's reason, an approval with its note. */
  explained: Readonly<Partial<Record<DecisionAction, Explained>>>
  decide: (action: DecisionAction) => Promise<unknown>
}

/** `choose` sends a decision or opens its form; `submit` sends the open form's decision. */
export function useExplainedDecision(props: ExplainedDecision) {
  const { queue, item, decision, drafts, explained, refusal, isReady, isShown = true, actions = both } = props
  const [unreasoned, setUnreasoned] = useState<string | null>(null)
  /** A decision submitted before the case was ready. It is sent once ready; a changed draft drops it. */
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
  return {
    actions,
    chosen,
    form,
    isAwaited,
    words: drafts.draft[field],
    write: (words: string) => {
      setUnreasoned(null)
      drafts.change({ [field]: words })
    },
    error: unreasoned === item.id && form ? form.missing : null,
    choose,
    submit,
  }
}
