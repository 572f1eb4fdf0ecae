import { useTranslations } from 'next-intl'
import { Countdown } from './countdown.tsx'

/** Above this nobody waits (lib/domain/payments/prompt-limits.ts), in seconds. */
const FULL_RING_SECONDS = 45

/** The prompt waits for those of others: about how long, and that nothing has to be done. */
export function QueuedNotice({ seconds }: { seconds: number }) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-5 flex items-center gap-5">
      <Countdown secondsLeft={seconds} total={FULL_RING_SECONDS} />
      <p>{t('queuedDetail', { seconds })}</p>
    </div>
  )
}
