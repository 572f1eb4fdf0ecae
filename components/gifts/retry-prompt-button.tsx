import { Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ApiError, api } from '#lib/client/http/api.ts'
import { giftErrorMessage } from '#lib/client/http/error-message.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

/** Sends the prompt that never left once more. */
export function RetryPromptButton({ giftId, onTake }: { giftId: string; onTake: (gift: GiftView) => void }) {
  const t = useTranslations('Gift')
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  })
  const retry = async () => {
    setState({ busy: true, problem: null })
    try {
      const gift = await api('POST /gifts/{id}/prompt/', { path: { id: giftId } })
      onTake(gift)
      setState({ busy: false, problem: gift.can_retry_prompt ? t('promptFailedAgain') : null })
    } catch (error) {
      const problem =
        error instanceof ApiError && error.status > 0 ? giftErrorMessage(error.data) : t('noConnection')
      setState({ busy: false, problem })
    }
  }
  return (
    <div>
      <Button wide onClick={retry} disabled={state.busy} aria-busy={state.busy}>
        <Smartphone aria-hidden="true" className="size-5" /> {state.busy ? t('sending') : t('retryPrompt')}
      </Button>
      {state.problem ? (
        <p role="alert" className="mt-2 text-sm font-semibold text-alarm">
          {state.problem}
        </p>
      ) : null}
    </div>
  )
}
