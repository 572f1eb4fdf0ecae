import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { readGiftQuantity } from '#lib/client/gifts/gift-quantity.ts'
import { GIFT_PRICE_SHILLINGS, giftPresets, MAX_GIFTS } from '#lib/contract/gifts/constants.ts'

type SelectStepProps = {
  /** What was picked before, or a preset. */
  initial: number
  /** Whether a preset leads on at once: who has given before pays in three taps. */
  isQuick: boolean
  onPick: (quantity: number) => void
}

/** How many: a preset with its total, or a number from 1 to 100. */
export function SelectStep({ initial, isQuick, onPick }: SelectStepProps) {
  const t = useTranslations('Gift')
  const formats = useFormats()
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
    <form onSubmit={submit} className="mt-5 grid gap-5" noValidate>
      <fieldset>
        <legend className="sr-only">{t('howMany')}</legend>
        <div className="grid grid-cols-3 gap-2">
          {giftPresets.map((preset) =>
            isQuick ? (
              <button
                key={preset}
                type="button"
                onClick={() => onPick(preset)}
                className="grid justify-items-center rounded-2xl border border-edge px-1 py-3 hover:border-drum hover:bg-drum-wash active:bg-drum-wash"
              >
                <Preset quantity={preset} />
              </button>
            ) : (
              <label
                key={preset}
                className="grid cursor-pointer justify-items-center rounded-2xl border border-edge px-1 py-3 has-checked:border-2 has-checked:border-drum has-checked:bg-drum-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-drum"
              >
                <input
                  type="radio"
                  name="quantity"
                  className="sr-only"
                  checked={quantity === preset && typed === ''}
                  onChange={() => {
                    setQuantity(preset)
                    setTyped('')
                    setMissing(false)
                  }}
                />
                <Preset quantity={preset} />
              </label>
            ),
          )}
        </div>
      </fieldset>
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
      <Button type="submit" tone="loud" size="large" wide>
        {quantity
          ? t('continueWith', { total: formats.shillings(quantity * GIFT_PRICE_SHILLINGS) })
          : t('continue')}
      </Button>
    </form>
  )
}

function Preset({ quantity }: { quantity: number }) {
  const formats = useFormats()
  return (
    <>
      <span className="figures font-display text-2xl font-extrabold">{quantity}</span>
      <span className="figures text-sm text-soft">{formats.shillings(quantity * GIFT_PRICE_SHILLINGS)}</span>
    </>
  )
}
