import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { GiftFailure, GiftView } from '#lib/contract/gifts/calls.ts'
import { CheckingView } from './pay-views.tsx'
import { RetryPromptButton } from './retry-prompt-button.tsx'
import { UnsentReason } from './unsent-reason.tsx'

type PaymentPageViewProps = {
  gift: GiftView
  failure: GiftFailure
  canRetry: boolean
  onTake: (gift: GiftView) => void
  onLeave: () => void
}

/** Shown if no prompt was sent; opens the payment page as a popup (600×700). */
export function PaymentPageView(props: PaymentPageViewProps) {
  const { wasClosed, open } = usePopup(`/pay/${props.gift.id}`)
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (wasClosed) line.current?.focus()
  }, [wasClosed])
  return <PaymentPageSteps {...props} wasClosed={wasClosed} line={line} onOpen={open} />
}

type PaymentPageStepsProps = PaymentPageViewProps & {
  /** The popup was closed; the gift may be paid or unpaid. */
  wasClosed: boolean
  line?: RefObject<HTMLParagraphElement | null>
  onOpen: () => void
}

export function PaymentPageSteps({
  gift,
  failure,
  canRetry,
  onTake,
  onLeave,
  wasClosed,
  line,
  onOpen,
}: PaymentPageStepsProps) {
  const t = useTranslations('Gift')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="mt-5 grid gap-4">
      {wasClosed ? (
        <CheckingView gift={null} quantity={gift.vote_count} detail={t('paymentPageClosed')} line={line} />
      ) : (
        <>
          <UnsentReason gift={gift} failure={failure} />
          <p className="text-soft">{t('paymentPageDetail')}</p>
        </>
      )}
      <Button tone="money" size="large" wide onClick={onOpen}>
        <ExternalLink aria-hidden="true" className="size-5" />{' '}
        <span>{t(wasClosed ? 'openPaymentPageAgain' : 'openPaymentPage')}</span>
      </Button>
      {canRetry ? <RetryPromptButton giftId={gift.id} onTake={onTake} onBusy={setIsAsking} /> : null}
      <div className="grid gap-2">
        {/* Disabled while a prompt is requested, because the user could get two prompts. */}
        <Button wide onClick={onLeave} disabled={isAsking}>
          {t('changeGift')}
        </Button>
        <p className="text-sm text-soft">{t('bothCountNote')}</p>
      </div>
    </div>
  )
}

function usePopup(address: string) {
  const popup = useRef<Window | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [wasClosed, setWasClosed] = useState(false)

  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => {
      if (!popup.current?.closed) return
      setIsOpen(false)
      setWasClosed(true)
    }, 400)
    return () => clearInterval(timer)
  }, [isOpen])

  return {
    wasClosed,
    open: () => {
      setWasClosed(false)
      popup.current = window.open(address, 'ngoma-pay', 'popup,width=600,height=700')
      // If the browser blocks popups, the page opens in this tab; this device has stored the payment.
      if (popup.current) setIsOpen(true)
      else window.location.assign(address)
    },
  }
}
