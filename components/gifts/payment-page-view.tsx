import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import type { GiftFailure, GiftView } from '#lib/contract/gifts/calls.ts'
import { CheckingView } from './checking-view.tsx'
import { RetryPromptButton } from './retry-prompt-button.tsx'

type PaymentPageViewProps = {
  gift: GiftView
  failure: GiftFailure
  canRetry: boolean
  onTake: (gift: GiftView) => void
}

/** No prompt could be sent: the payment page opens in a window of its own (600×700). */
export function PaymentPageView({ gift, failure, canRetry, onTake }: PaymentPageViewProps) {
  const t = useTranslations('Gift')
  const popup = usePopup(`/pay/${gift.id}`)
  if (popup.wasClosed)
    return (
      <>
        <CheckingView gift={null} quantity={gift.vote_count} />
        <Button onClick={popup.open} wide className="mt-4">
          {t('openPaymentPageAgain')}
        </Button>
      </>
    )
  return (
    <div className="mt-5 grid gap-4">
      <p>{unbroken(t(`failures.${failure}.detail`))}</p>
      <p className="text-soft">{t('paymentPageDetail')}</p>
      <Button tone="money" size="large" wide onClick={popup.open}>
        <ExternalLink aria-hidden="true" className="size-5" /> {t('openPaymentPage')}
      </Button>
      {canRetry ? <RetryPromptButton giftId={gift.id} onTake={onTake} /> : null}
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
      // Blocked: the page opens here, the payment is remembered.
      if (popup.current) setIsOpen(true)
      else window.location.assign(address)
    },
  }
}
