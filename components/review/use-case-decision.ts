import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'

type DecisionOf = {
  /** What is decided about: what was said about another one is not shown. */
  id: string
  /** Said where the server said nothing. */
  failed: string
  onDecided: () => Promise<void>
}

/** A decision on its way. It keeps what it is about: another case may be shown before the answer is there. */
type Decision = Pick<DecisionOf, 'id' | 'onDecided'> & { done: string; act: () => Promise<unknown> }

/** Sends decisions, one at a time; what the server says against one stays beside the buttons. */
export function useCaseDecision({ id, failed, onDecided }: DecisionOf) {
  const { isPending, error, sent, send } = useSend({
    mutationFn: ({ act }: Decision) => act(),
    onSuccess: (_, { done, onDecided: advance }) => {
      showToast({ title: done, tone: 'good' })
      // The buttons are free at once: the next case may open before the list is there.
      void advance()
    },
  })
  const isOfThis = sent?.id === id
  const problem = error instanceof ApiError && error.hasSentence ? error.message : failed
  return {
    isSending: isPending && isOfThis,
    problem: error && isOfThis ? problem : null,
    send: (done: string, act: () => Promise<unknown>) => void send({ id, done, act, onDecided }),
  }
}
