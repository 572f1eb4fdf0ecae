import { ApiError } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'

export type DecisionOf = {
  /** What is decided about: what was said about another one is not shown. */
  id: string
  /** Said where the server said nothing. */
  failed: string
  onDecided: (id: string) => Promise<void>
}

/** A decision on its way. It keeps what it is about: another case may be shown before the answer is there. */
type Decision = Pick<DecisionOf, 'id' | 'onDecided'> & { act: () => Promise<unknown> }

/** Sends decisions one at a time; what the server says against one stays beside the buttons. */
export function useDecision({ id, failed, onDecided }: DecisionOf) {
  const { isPending, error, sent, send } = useSend({
    mutationFn: ({ act }: Decision) => act(),
    // The buttons are free at once: the next case may open before the list is there. What was decided is said by the bar that
    // offers to undo it.
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
