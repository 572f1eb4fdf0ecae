import { useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'

type DecisionOf = {
  /** Said where the server said nothing. */
  failed: string
  onDecided: () => Promise<void>
}

/** Sends a decision, one at a time; what the server says against it stays beside the buttons. */
export function useCaseDecision({ failed, onDecided }: DecisionOf) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (done: string, act: () => Promise<unknown>) => {
    if (isSending) return
    setSending(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(error instanceof ApiError && error.hasSentence ? error.message : failed)
      setSending(false)
      return
    }
    showToast({ title: done, tone: 'good' })
    setSending(false)
    await onDecided()
  }
  return { isSending, problem, send }
}
