import { Hourglass, WifiOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { PhoneField } from '#components/ui/phone-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { formatShillings } from '#lib/client/formats/amounts.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { GiftRequest, VideoPaybill } from '#lib/client/gifts/gift-requests.ts'
import { WAITING_LIFE_MS, type WaitingGift } from '#lib/client/gifts/open-gift.ts'
import { rememberedPhone, rememberPhone } from '#lib/client/gifts/remembered-phone.ts'
import { GIFT_PRICE_SHILLINGS, giftPresets, MAX_GIFTS } from '#lib/contract/gifts/constants.ts'
import { paysByPaybillAlone, readGiftPhone } from '#lib/contract/phone.ts'
import { CONTINUE, GiftPresets, GiftShares } from './gift-shell.tsx'
import type { GiftProblem } from './use-gift-flow.ts'

type SelectStepProps = {
  request: Pick<GiftRequest, 'dancer' | 'musician'>
  /** The quantity chosen earlier, or a preset. */
  initial: number
  isQuick: boolean
  onPick: (quantity: number) => void
}

export function SelectStep({ request, initial, isQuick, onPick }: SelectStepProps) {
  const t = useTranslations('GiftSelect')
  const wasTyped = !giftPresets.some((preset) => preset === initial)
  const [quantity, setQuantity] = useState<number | null>(isQuick && !wasTyped ? null : initial)
  const [typed, setTyped] = useState(wasTyped ? String(initial) : '')
  const [missing, setMissing] = useState(false)
  const withoutQuantity = missing ? 'quantityMissing' : null
  const problem = readGiftQuantity(typed).isBroken ? 'quantityBroken' : withoutQuantity

  const type = (text: string) => {
    const { quantity: read, clamped } = readGiftQuantity(text)
    if (clamped) showToast({ title: t('maximumToast'), description: t('maximumToastDetail') })
    setTyped(clamped ? String(MAX_GIFTS) : text.replace(/[^\d.,]/g, ''))
    setQuantity(read)
    setMissing(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (quantity) onPick(quantity)
    else setMissing(true)
  }

  return (
    <form onSubmit={submit} className="mt-3 grid gap-4" noValidate>
      <GiftShares request={request} />
      <GiftPresets
        chosen={typed === '' ? quantity : null}
        isQuick={isQuick}
        onChoose={(preset) => {
          setQuantity(preset)
          setTyped('')
          setMissing(false)
          if (isQuick) onPick(preset)
        }}
      />
      <Field
        label={t('custom')}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('customPlaceholder')}
        value={typed}
        onChange={(event) => type(event.target.value)}
        error={problem && t(problem)}
        className="figures"
      />
      {/* If presets continue at once, only a typed number needs a button. */}
      {isQuick && typed === '' ? null : (
        <Button type="submit" value={CONTINUE} tone="loud" size="large" wide>
          {quantity
            ? t('continueWith', { total: formatShillings(quantity * GIFT_PRICE_SHILLINGS) })
            : t('continue')}
        </Button>
      )}
    </form>
  )
}

type TypedQuantity = {
  quantity: number | null
  /** The typed number was above the maximum. */
  clamped: boolean
  /** A point or comma is between digits: 1.5 must not become 15. */
  isBroken: boolean
}

/** Reads a typed number: digits only, at most the maximum. */
export function readGiftQuantity(typed: string): TypedQuantity {
  if (/\d\s*[.,]\s*\d/.test(typed)) return { quantity: null, clamped: false, isBroken: true }
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return { quantity: null, clamped: false, isBroken: false }
  const wanted = Number(digits)
  if (wanted > MAX_GIFTS) return { quantity: MAX_GIFTS, clamped: true, isBroken: false }
  return { quantity: wanted > 0 ? wanted : null, clamped: false, isBroken: false }
}

type ConfirmStepProps = {
  quantity: number
  /** The phone of the previous order; '' if there is none. */
  phone: string
  sending: boolean
  problem: GiftProblem | null
  /** Null if unknown. */
  paybill: VideoPaybill | null
  /** The user cancelled a waiting gift, whose prompt may still come. */
  isCancelled: boolean
  onBack: () => void
  onSend: (phone: string) => void
}

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

/** Why a phone gets no prompt: it is not a Kenyan mobile number, or starts with 01. */
type PhoneProblem = 'format' | 'paybillAlone'

/** Null if a prompt can be sent to the typed number. */
export function phoneProblem(typed: string): PhoneProblem | null {
  if (readGiftPhone(typed)) return null
  return paysByPaybillAlone(typed) ? 'paybillAlone' : 'format'
}

type OrderProblems = {
  wrong: PhoneProblem | null
  problem: GiftProblem | null
  paybill: VideoPaybill | null
  isCancelled: boolean
}

/** How to pay this gift by Paybill, and why; null if the user should use the prompt. */
export function waysByHand({ wrong, problem, paybill, isCancelled }: OrderProblems) {
  if (wrong === 'paybillAlone') return paybill && ({ paybill, detail: 'paybillAloneByHand' } as const)
  if (problem?.paybill) return { paybill: problem.paybill, detail: 'refusedByHandDetail' } as const
  return isCancelled && paybill ? ({ paybill, detail: 'cancelledByHand' } as const) : null
}

type WaitStepProps = {
  gift: WaitingGift
  onCancel: () => void
  onClose: () => void
}

/** A gift that waits for the connection or for the server's answer, with its deadline. */
export function WaitStep({ gift, onCancel, onClose }: WaitStepProps) {
  const t = useTranslations('Gift')
  const formats = useFormats()
  const { waitsFor } = gift
  const Icon = waitsFor === 'line' ? WifiOff : Hourglass
  return (
    <div className="mt-5 grid gap-5">
      <p
        role="status"
        className="flex items-center gap-3 rounded-2xl bg-sunken px-4 py-4 text-lg font-semibold"
      >
        <Icon aria-hidden="true" className="size-6 shrink-0" />
        <span>{t(`waits.${waitsFor}.status`, { count: gift.quantity })}</span>
      </p>
      <p>{t(`waits.${waitsFor}.detail`, { phone: formatPhone(gift.phone) })}</p>
      <p className="figures text-soft">
        {t('waitUntil', { time: formats.time(new Date(gift.startedAt + WAITING_LIFE_MS)) })}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button size="large" onClick={onCancel}>
          {t('waitCancel')}
        </Button>
        <Button size="large" tone="outlined" onClick={onClose}>
          {t('waitClose')}
        </Button>
      </div>
      {gift.request.paybill ? (
        <section className="grid gap-2">
          <h3 className="text-lg">{t('refusedByHand')}</h3>
          <p className="text-soft">{t('waitByHand')}</p>
          <PaybillValues paybill={gift.request.paybill} amount={gift.quantity * GIFT_PRICE_SHILLINGS} />
        </section>
      ) : null}
    </div>
  )
}
