import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { formatShillings } from '#lib/client/formats/amounts.ts'
import type { GiftRequest } from '#lib/client/gifts/gift-requests.ts'
import { GIFT_PRICE_SHILLINGS, giftPresets, MAX_GIFTS } from '#lib/contract/gifts/constants.ts'
import { CONTINUE, GiftPresets, GiftShares } from './gift-choice.tsx'

type SelectStepProps = {
  request: Pick<GiftRequest, 'dancer' | 'musician'>
  /** What was picked before, or a preset. */
  initial: number
  /** Whether a tap on a preset continues at once: a returning payer pays in three taps. */
  isQuick: boolean
  onPick: (quantity: number) => void
}

/** How many, and who is paid: a preset with its total, or a number from 1 to 100. */
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
      {/* If a preset continues at once, only a typed number needs a button. */}
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

/** What a typed number is read as. */
type TypedQuantity = {
  quantity: number | null
  /** It was more than the maximum. */
  clamped: boolean
  /** It has a point or a comma: half a gift is none, and 1.5 is not fifteen. */
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
