import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import { unbroken } from '#components/ui/unbroken.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { NoPrompt } from './no-prompt.tsx'

type CheckingViewProps = {
  gift: GiftView | null
  quantity: number
  /** The phone that was asked, where one was. */
  phone?: string
  /** What is said instead of that nobody has to pay again. */
  detail?: string
  /** The line that says what is waited for, which can take the focus. */
  line?: RefObject<HTMLParagraphElement | null>
}

/** Nothing to do but wait for M-Pesa's word; nobody has to pay again. */
export function CheckingView({ gift, quantity, phone, detail, line }: CheckingViewProps) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-5 grid gap-5">
      <p
        ref={line}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-3 rounded-2xl bg-leaf-wash px-4 py-4 text-lg font-semibold text-leaf"
      >
        <LoaderCircle aria-hidden="true" className="size-6 shrink-0 animate-spin" />
        <span>{t('plusChecking', { count: quantity })}</span>
      </p>
      <p className="text-soft">{unbroken(detail ?? t('checkingDetail'))}</p>
      {gift && phone ? <NoPrompt gift={gift} phone={phone} /> : null}
    </div>
  )
}
