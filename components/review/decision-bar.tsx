import { Check, LoaderCircle, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Keycap } from './keycap.tsx'

type DecisionBarProps = {
  /** Why nothing can be decided; null where it can. */
  refusal: string | null
  /** False until it is there to be seen, and claimed. */
  isReady: boolean
  /** False until what an approval is about was shown. */
  isShown: boolean
  isSending: boolean
  onApprove: () => void
  onReject: () => void
  /** What happens to whose it is. */
  consequence: string
}

/** Approve or reject, and what that sets off. */
export function DecisionBar({ refusal, isReady, isShown, isSending, consequence, ...on }: DecisionBarProps) {
  const t = useTranslations('Review')
  // Not while it is being sent: a disabled button would lose the focus.
  const isOff = refusal !== null || !isReady
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-2">
        <Button
          tone="money"
          disabled={isOff || !isShown}
          aria-busy={isSending}
          aria-keyshortcuts="a"
          onClick={on.onApprove}
        >
          {isSending ? (
            <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
          ) : (
            <Check aria-hidden="true" className="size-4" />
          )}
          <span>{t('approve')}</span> <Keycap>A</Keycap>
        </Button>
        <Button tone="danger" disabled={isOff} aria-keyshortcuts="r" onClick={on.onReject}>
          <X aria-hidden="true" className="size-4" />
          <span>{t('reject')}</span> <Keycap>R</Keycap>
        </Button>
      </div>
      <p className="text-sm text-soft">{refusal ?? consequence}</p>
    </div>
  )
}
