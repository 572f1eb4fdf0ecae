import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { unbroken } from '#components/ui/unbroken.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { NoPrompt } from './no-prompt.tsx'

type CheckingViewProps = {
  gift: GiftView | null
  quantity: number
  /** The phone that was asked, where one was. */
  phone?: string
}

/** Nothing to do but wait for M-Pesa's word; nobody has to pay again. */
export function CheckingView({ gift, quantity, phone }: CheckingViewProps) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-5 grid gap-5">
      <p
        role="status"
        className="flex items-center gap-3 rounded-2xl bg-leaf-wash px-4 py-4 text-lg font-semibold text-leaf"
      >
        <LoaderCircle aria-hidden="true" className="size-6 shrink-0 animate-spin" />
        {t('plusChecking', { count: quantity })}
      </p>
      <p className="text-soft">{unbroken(t('checkingDetail'))}</p>
      {gift && phone ? <NoPrompt gift={gift} phone={phone} /> : null}
    </div>
  )
}
