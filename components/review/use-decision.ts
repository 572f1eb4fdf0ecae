import { ApiError } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'

export type DecisionOf = {
  /** Messages about other cases are hidden. */
  id: string
  /** Without a server sentence. */
  failed: string
  onDecided: (id: string) => Promise<void>
}

/** With its id: another case may be shown before the answer. */
type Decision = Pick<DecisionOf, 'id' | 'onDecided'> & { act: () => Promise<unknown> }

/** One at a time; a refusal is shown beside the buttons. */
export function useDecision({ id, failed, onDecided }: DecisionOf) {
  const { isPending, error, sent, send } = useSend({
    mutationFn: ({ act }: Decision) => act(),
    // Buttons are free at once; the undo bar reports the decision.
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
