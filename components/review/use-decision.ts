import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'

type DecisionOf = {
  /** What is decided about: what was said about another one is not shown. */
  id: string
  /** Whose it is, for the toast. */
  owner: string
  onDecided: (id: string) => Promise<void>
}

/** Sends decisions one at a time; what the server says against one stays in the dialog. */
export function useDecision({ id, owner, onDecided }: DecisionOf) {
  const t = useTranslations('Review')
  const [sending, setSending] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<{ id: string; words: string } | null>(null)

  const send = async (kind: 'approved' | 'rejected', act: () => Promise<unknown>) => {
    if (sending) return
    setSending(id)
    setRefusal(null)
    try {
      await act()
    } catch (error) {
      const said = error instanceof ApiError && error.hasSentence ? error.message : null
      setRefusal({ id, words: said ?? t('failed') })
      setSending(null)
      return
    }
    showToast({ title: t(`done.${kind}`, { owner }), description: t('done.mailed'), tone: 'good' })
    setSending(null)
    await onDecided(id)
  }
  return {
    isSending: sending === id,
    problem: refusal?.id === id ? refusal.words : null,
    send,
  }
}
