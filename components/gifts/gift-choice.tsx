import { useTranslations } from 'next-intl'
import { formatShillings } from '#lib/client/formats/amounts.ts'
import type { GiftRequest } from '#lib/client/gifts/gift-requests.ts'
import { GIFT_PRICE_SHILLINGS, giftPresets, giftShares } from '#lib/contract/gifts/constants.ts'

/** Value of the button that submits the choice: by it the same button is found in the sheet that takes the first one's place. */
export const CONTINUE = 'continue'

type GiftPresetsProps = {
  /** The chosen preset; null where another number is typed, or nothing is chosen. */
  chosen: number | null
  /** Whether a tap on a preset continues at once: a returning payer pays in three taps. */
  isQuick: boolean
  /** Whether the next step is still loading after a tap on the chosen preset. */
  isBusy?: boolean
  onChoose: (quantity: number) => void
}

/** The presets, each with its total, in two lines: three, then two. */
export function GiftPresets({ chosen, isQuick, isBusy = false, onChoose }: GiftPresetsProps) {
  const t = useTranslations('GiftSelect')
  return (
    <fieldset>
      <legend className="sr-only">{t('howMany')}</legend>
      <div className="grid grid-cols-6 gap-2">
        {giftPresets.map((preset) => {
          const words = (
            <>
              <span className="figures font-display text-2xl font-extrabold">{preset}</span>
              <span className="figures text-sm text-soft">
                {formatShillings(preset * GIFT_PRICE_SHILLINGS)}
              </span>
            </>
          )
          return isQuick ? (
            <button
              key={preset}
              type="button"
              value={preset}
              aria-busy={isBusy && preset === chosen}
              onClick={() => onChoose(preset)}
              className="preset"
            >
              {words}
            </button>
          ) : (
            <label key={preset} className="preset">
              <input
                type="radio"
                name="quantity"
                value={preset}
                className="sr-only"
                checked={preset === chosen}
                onChange={() => onChoose(preset)}
              />
              {words}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** What a gift is, and who gets how much of it. */
export function GiftShares({
  request: { dancer, musician },
}: {
  request: Pick<GiftRequest, 'dancer' | 'musician'>
}) {
  const t = useTranslations('GiftSelect')
  return (
    <p className="text-sm wrap-anywhere text-soft">
      {t('shares', {
        dancer,
        musician: musician || t('theMusician'),
        dancerShare: formatShillings(giftShares.dancer),
        musicianShare: formatShillings(giftShares.musician),
        platformShare: formatShillings(giftShares.platform),
      })}
    </p>
  )
}
