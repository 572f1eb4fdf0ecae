import { useTranslations } from 'next-intl'
import { unbroken } from '#components/ui/unbroken.ts'
import type { GiftFailure, GiftView } from '#lib/contract/gifts/calls.ts'

export function UnsentReason({ gift, failure }: { gift: GiftView; failure: GiftFailure }) {
  const t = useTranslations('Gift')
  const waitWords = useWaitWords()
  const wait = waitWords(gift)
  return (
    <>
      <p>{unbroken(t(`failures.${failure}.detail`))}</p>
      {wait ? <p className="figures font-semibold">{wait}</p> : null}
    </>
  )
}

/** Failures of our own, before M-Pesa got the request. */
const ours = new Set<GiftFailure | null>(['paused', 'crowded', 'busy'])

/** Words for a retried prompt that was not sent either. */
export function useUnsentAgainWords(): (gift: GiftView) => string {
  const t = useTranslations('Gift')
  const waitWords = useWaitWords()
  return (gift) => {
    if (!gift.failure || !ours.has(gift.failure)) return t('promptFailedAgain')
    return waitWords(gift) ?? t(`failures.${gift.failure}.detail`)
  }
}

function useWaitWords(): (gift: GiftView) => string | null {
  const t = useTranslations('Gift')
  return ({ prompt_in_seconds: seconds }) => {
    if (seconds === null) return null
    const minutes = Math.ceil(seconds / 60)
    return minutes <= 90
      ? t('promptInMinutes', { minutes })
      : t('promptInHours', { hours: Math.ceil(minutes / 60) })
  }
}
