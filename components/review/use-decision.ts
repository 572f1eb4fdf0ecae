import { ApiError } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'

export type DecisionOf = {
  /** The shown case; messages about other cases are hidden. */
  id: string
  /** Shown if the server gave no sentence. */
  failed: string
  onDecided: (id: string) => Promise<void>
}

/** Carries the case's id, because another case may be shown before the answer. */
type Decision = Pick<DecisionOf, 'id' | 'onDecided'> & { act: () => Promise<unknown> }

/** Sends one decision at a time; the buttons show a refusal. */
export function useDecision({ id, failed, onDecided }: DecisionOf) {
  const { isPending, error, sent, send } = useSend({
    mutationFn: ({ act }: Decision) => act(),
    // Not awaited, so that the buttons are free at once; the undo bar reports the decision.
    onSuccess: (_, decided) => void decided.onDecided(decided.id),
  })
  const isOfThis = sent?.id === id
  const problem = error instanceof ApiError && error.hasSentence ? error.message : failed
  return {
    isSending: isPending && isOfThis,
    problem: error && isOfThis ? problem : null,
    send: (act: Decision['act']) => void send({ id, onDecided, act }),
  }
}
