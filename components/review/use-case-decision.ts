import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'

type DecisionOf = {
  /** Said where the server said nothing. */
  failed: string
  onDecided: () => Promise<void>
}

/** A decision on its way. It keeps its own `onDecided`: another case may be shown before the answer is there. */
type Decision = Pick<DecisionOf, 'onDecided'> & { done: string; act: () => Promise<unknown> }

/** Sends a decision, one at a time; what the server says against it stays beside the buttons. */
export function useCaseDecision({ failed, onDecided }: DecisionOf) {
  const { isPending, error, send } = useSend({
    mutationFn: ({ act }: Decision) => act(),
    onSuccess: (_, { done, onDecided: advance }) => {
      showToast({ title: done, tone: 'good' })
      // The buttons are free at once: the next case may open before the list is there.
      void advance()
    },
  })
  const problem = error instanceof ApiError && error.hasSentence ? error.message : failed
  return {
    isSending: isPending,
    problem: error ? problem : null,
    send: (done: string, act: () => Promise<unknown>) => void send({ done, act, onDecided }),
  }
}
