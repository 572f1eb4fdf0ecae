import { Check, LoaderCircle, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { Keycap } from './keycap.tsx'
import type { DecisionAction, Verb } from './verbs.ts'

type DecisionBarProps = {
  verbs: Readonly<Record<DecisionAction, Verb>>
  actions: readonly DecisionAction[]
  /** Null if the officer can decide. */
  refusal: string | null
  /** The case is loaded and claimed. */
  isReady: boolean
  /** The officer has seen the content to approve. */
  isShown: boolean
  isSending: boolean
  onDecide: (action: DecisionAction) => void
  consequence: string
}

export function DecisionBar({
  verbs,
  actions,
  refusal,
  isReady,
  isShown,
  isSending,
  ...props
}: DecisionBarProps) {
  const t = useTranslations('Review.verbs')
  // Stays enabled while sending, because a disabled button loses the focus.
  const isOff = refusal !== null || !isReady
  const words = <p className="text-sm text-soft">{refusal ?? props.consequence}</p>
  if (actions.length === 0) return <div className="pb-1">{words}</div>
  return (
    <div className="grid gap-2">
      <div className={cn('grid gap-2', actions.length > 1 && 'grid-cols-2')}>
        {actions.includes('approve') ? (
          <Button
            tone="money"
            disabled={isOff || !isShown}
            aria-busy={isSending}
            aria-keyshortcuts="a"
            onClick={() => props.onDecide('approve')}
          >
            {isSending ? (
              <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
            ) : (
              <Check aria-hidden="true" className="size-4" />
            )}
            <span>{t(verbs.approve)}</span> <Keycap>A</Keycap>
          </Button>
        ) : null}
        {actions.includes('reject') ? (
          <Button
            tone="danger"
            disabled={isOff}
            aria-keyshortcuts="r"
            onClick={() => props.onDecide('reject')}
            className="px-3! leading-tight whitespace-normal!"
          >
            <X aria-hidden="true" className="size-4" />
            <span>{t(verbs.reject)}</span> <Keycap>R</Keycap>
          </Button>
        ) : null}
      </div>
      {words}
    </div>
  )
}
