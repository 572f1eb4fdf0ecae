import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { PhoneField } from '#components/ui/phone-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { GiftProblem } from '#lib/client/gifts/gift-flow-state.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { VideoPaybill } from '#lib/client/gifts/gift-requests.ts'
import { rememberedPhone, rememberPhone } from '#lib/client/gifts/remembered-phone.ts'
import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'
import { readGiftPhone } from '#lib/contract/phone.ts'
import { type PhoneProblem, phoneProblem, waysByHand } from './ways-by-hand.ts'

type ConfirmStepProps = {
  quantity: number
  /** The phone that was asked before: '' where none was. */
  phone: string
  sending: boolean
  problem: GiftProblem | null
  /** Where votes for the video are paid by hand; null if that is not known. */
  paybill: VideoPaybill | null
  /** Whether the gift that was waited for was cancelled: a prompt of it may come all the same. */
  isCancelled: boolean
  onBack: () => void
  onSend: (phone: string) => void
}

/** Gifts, price, total and the phone that pays: quiet and exact, this is money. */
export function ConfirmStep({
  quantity,
  phone,
  sending,
  problem,
  paybill,
  isCancelled,
  onBack,
  onSend,
}: ConfirmStepProps) {
  const t = useTranslations('Gift')
  const formats = useFormats()
  const [typed, setTyped] = useState(() => formatPhone(phone || rememberedPhone()))
  const [remember, setRemember] = useState(() => rememberedPhone() !== '')
  const [wrong, setWrong] = useState<PhoneProblem | null>(null)
  const phoneInput = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const payer = readGiftPhone(typed)
    setWrong(phoneProblem(typed))
    if (!payer) return phoneInput.current?.focus()
    rememberPhone(remember ? payer : null)
    onSend(payer)
  }
  const refusedPhone = problem?.field === 'phone' ? problem.message : null
  const byHand = waysByHand({ wrong, problem, paybill, isCancelled })

  return (
    <form onSubmit={submit} className="mt-5 grid gap-5" noValidate>
      <dl className="figures grid grid-cols-[1fr_auto] gap-y-2 rounded-2xl bg-sunken px-4 py-4">
        <dt className="text-soft">{t('gifts')}</dt>
        <dd className="text-end font-semibold">{formats.count(quantity)}</dd>
        <dt className="text-soft">{t('pricePerGift')}</dt>
        <dd className="text-end font-semibold">{formats.shillings(GIFT_PRICE_SHILLINGS)}</dd>
        <dt className="mt-1 border-t border-line pt-3 text-lg font-semibold">{t('total')}</dt>
        <dd className="mt-1 border-t border-line pt-3 text-end text-lg font-bold">
          {formats.shillings(quantity * GIFT_PRICE_SHILLINGS)}
        </dd>
      </dl>
      <div>
        <PhoneField
          ref={phoneInput}
          label={t('phone')}
          hint={t('phoneHint')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(null)
          }}
          error={wrong ? t(wrong === 'format' ? 'phoneFormat' : 'phonePaybillAlone') : refusedPhone}
        />
        <label className="tap mt-1 flex cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
            className="size-5 accent-[var(--leaf)]"
          />
          <span>{t('rememberPhone')}</span>
        </label>
      </div>
      <ErrorNote>
        {problem && problem.field === null ? `${t('failedToast')}: ${problem.message}` : null}
      </ErrorNote>
      {byHand ? (
        <section className="grid gap-2">
          <h3 className="text-lg">{t('refusedByHand')}</h3>
          <p className="text-soft">{t(byHand.detail)}</p>
          <PaybillValues paybill={byHand.paybill} amount={quantity * GIFT_PRICE_SHILLINGS} />
        </section>
      ) : null}
      <div className="grid grid-cols-[auto_1fr] gap-2">
        <Button size="large" onClick={onBack} disabled={sending}>
          {t('back')}
        </Button>
        <SubmitButton busy={sending} tone="money">
          {sending ? t('sending') : t('pay', { total: formats.shillings(quantity * GIFT_PRICE_SHILLINGS) })}
        </SubmitButton>
      </div>
      <p className="text-sm text-soft">{unbroken(t('payNote'))}</p>
    </form>
  )
}
