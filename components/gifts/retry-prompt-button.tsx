import { Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ApiError, api } from '#lib/client/http/api.ts'
import { giftErrorMessage } from '#lib/client/http/error-message.ts'
import { useBusy } from '#lib/client/http/use-busy.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { useUnsentAgainWords } from './unsent-reason.tsx'

type RetryPromptButtonProps = {
  giftId: string
  onTake: (gift: GiftView) => void
  onBusy?: (isBusy: boolean) => void
}

export function RetryPromptButton({ giftId, onTake, onBusy }: RetryPromptButtonProps) {
  const t = useTranslations('Gift')
  const unsentAgain = useUnsentAgainWords()
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy(async () => {
    setProblem(null)
    onBusy?.(true)
    try {
      const gift = await api('POST /gifts/{id}/prompt/', { path: { id: giftId } })
      onTake(gift)
      if (gift.can_retry_prompt) setProblem(unsentAgain(gift))
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status > 0
      setProblem(isAnswered ? giftErrorMessage(error.data) : t('noConnection'))
    } finally {
      onBusy?.(false)
    }
  })
  return (
    <div>
      <Button wide onClick={run} aria-busy={isBusy}>
        <Smartphone aria-hidden="true" className="size-5" />{' '}
        <span>{isBusy ? t('sending') : t('retryPrompt')}</span>
      </Button>
      {problem ? (
        <p role="alert" className="mt-2 text-sm font-semibold text-alarm">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
