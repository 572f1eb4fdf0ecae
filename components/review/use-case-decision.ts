import { showToast } from '#lib/client/browser/toasts.ts'
import { type DecisionOf, useDecision } from './use-decision.ts'

/** Sends decisions as `useDecision` does. They take effect at once and no bar offers to undo them, so each is told. */
export function useCaseDecision(of: DecisionOf) {
  const { send, ...decision } = useDecision(of)
  return {
    ...decision,
    send: (done: string, act: () => Promise<unknown>) =>
      send(async () => {
        await act()
        showToast({ title: done, tone: 'good' })
      }),
  }
}
