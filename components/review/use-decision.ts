import { useTranslations } from 'next-intl'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'

type DecisionOf = {
  /** What is decided about: what was said about another one is not shown. */
  id: string
  /** Whose it is, for the toast. */
  owner: string
  onDecided: (id: string) => Promise<void>
}

/** A decision on its way. It keeps what it is about: another case may be shown before the answer is there. */
type Decision = DecisionOf & { kind: 'approved' | 'rejected'; act: () => Promise<unknown> }

/** Sends decisions one at a time; what the server says against one stays in the dialog. */
export function useDecision({ id, owner, onDecided }: DecisionOf) {
  const t = useTranslations('Review')
  const { isPending, error, sent, send } = useSend({
    mutationFn: ({ act }: Decision) => act(),
    onSuccess: (_, decided) => {
      showToast({
        title: t(`done.${decided.kind}`, { owner: decided.owner }),
        description: t('done.mailed'),
        tone: 'good',
      })
      // The buttons are free at once: the next case may open before the list is there.
      void decided.onDecided(decided.id)
    },
  })
  const isOfThis = sent?.id === id
  const refusal = error instanceof ApiError && error.hasSentence ? error.message : t('failed')
  return {
    isSending: isPending && isOfThis,
    problem: error && isOfThis ? refusal : null,
    send: (kind: Decision['kind'], act: Decision['act']) => void send({ id, owner, onDecided, kind, act }),
  }
}
