import { LoaderCircle } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Countdown, QueuedNotice } from '#components/gifts/pay-views.tsx'
import { RetryPromptButton } from '#components/gifts/retry-prompt-button.tsx'
import { UnsentReason } from '#components/gifts/unsent-reason.tsx'
import { buttonStyle } from '#components/ui/button.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { type GiftProgress, PROMPT_SECONDS } from '#lib/client/gifts/gift-progress.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

type PayStatusProps = {
  gift: GiftView
  progress: GiftProgress
  onTake: (gift: GiftView) => void
  /** How to pay by Paybill, shown above the buttons. */
  byHand: ReactNode
}

export function PayStatus({ gift, progress, onTake, byHand }: PayStatusProps) {
  const t = useTranslations('Pay')
  const gifts = useTranslations('Gift')
  switch (progress.kind) {
    case 'prompt':
      return (
        <div className="mt-5 flex items-center gap-5">
          <Countdown secondsLeft={progress.secondsLeft} total={PROMPT_SECONDS} />
          <p>{unbroken(t('promptDetail'))}</p>
        </div>
      )
    case 'queued':
      return (
        <>
          <QueuedNotice seconds={progress.seconds} />
          {byHand}
        </>
      )
    case 'unsure':
      return (
        <>
          <p role="status" className="mt-5 rounded-2xl bg-sunken px-4 py-4">
            {unbroken(t('unsureDetail'))}
          </p>
          {byHand}
        </>
      )
    case 'over':
      return (
        <div className="mt-5 grid gap-4">
          <p role="status" className="rounded-2xl bg-sunken px-4 py-4">
            {unbroken(t('overDetail'))}
          </p>
          {byHand}
          <VideoLink gift={gift} words={t('giftAgain')} />
        </div>
      )
    case 'checking':
      return (
        <>
          <p
            role="status"
            className="mt-5 flex items-center gap-3 rounded-2xl bg-leaf-wash px-4 py-4 font-semibold text-leaf"
          >
            <LoaderCircle aria-hidden="true" className="size-6 shrink-0 animate-spin" />
            <span>{unbroken(t('checkingDetail'))}</span>
          </p>
          {byHand}
        </>
      )
    case 'paybill':
      return (
        <div className="mt-5 grid gap-4">
          <UnsentReason gift={gift} failure={progress.failure} />
          {byHand}
          {progress.canRetry ? <RetryPromptButton giftId={gift.id} onTake={onTake} /> : null}
          <VideoLink gift={gift} words={t('giftAgain')} />
        </div>
      )
    case 'closed':
      return (
        <div className="mt-5 grid gap-4">
          <p role="status" className="rounded-2xl bg-sunken px-4 py-4">
            {unbroken(gifts('closedDetail'))}
          </p>
          <VideoLink gift={gift} words={t('toVideo')} />
        </div>
      )
    case 'failed':
      return (
        <div className="mt-5 grid gap-4">
          <p role="status" className="rounded-2xl bg-alarm-wash px-4 py-4 font-semibold text-alarm">
            {unbroken(gifts(`failures.${progress.failure}.detail`))}
          </p>
          {gift.paybill === null ? <p>{unbroken(gifts('closedFailed'))}</p> : null}
          <div className="contents">{byHand}</div>
          <VideoLink gift={gift} words={t(gift.paybill === null ? 'toVideo' : 'giftAgain')} />
        </div>
      )
    default:
      return (
        <div className="mt-5 grid gap-5">
          <p role="status">
            {progress.kind === 'completed' ? null : gifts(`failures.${progress.kind}.detail`)}
          </p>
          <VideoLink gift={gift} words={t('toVideo')} />
        </div>
      )
  }
}

function VideoLink({ gift, words }: { gift: GiftView; words: string }) {
  return (
    <Link href={`/video/${gift.video_id}`} className={buttonStyle({ size: 'large' })}>
      {words}
    </Link>
  )
}
