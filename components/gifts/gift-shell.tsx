import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { Button } from '#components/ui/button.tsx'
import { useHeldPlayback } from '#components/videos/player/use-held-playback.ts'
import { watchBack } from '#lib/client/browser/watch-back.ts'
import { formatShillings } from '#lib/client/formats/amounts.ts'
import { type BegunGift, type GiftRequest, giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { rememberedPhone } from '#lib/client/gifts/remembered-phone.ts'
import { GIFT_PRICE_SHILLINGS, giftPresets, giftShares } from '#lib/contract/gifts/constants.ts'

const untouched: BegunGift = { quantity: 1, isPicked: false, focused: null }

/**
 * The first sheet of a gift, in the page's own code: it answers the tap at once on a slow connection. The gift flow's own sheet
 * then replaces it and takes over the choices from the waiting request.
 */
export function GiftShell({ request }: { request: GiftRequest }) {
  const t = useTranslations('GiftSelect')
  const ref = useRef<HTMLDivElement>(null)
  const [titleId, subjectId] = [useId(), useId()]
  useHeldPlayback(true)
  useEffect(() => watchBack(close), [])
  useModal(ref)
  const isQuick = rememberedPhone() !== ''
  const begun = request.begun ?? untouched
  const { quantity, isPicked } = begun
  const changed = (change: Partial<BegunGift>): GiftRequest => ({
    ...request,
    begun: { ...(giftRequests.first?.begun ?? begun), ...change },
  })
  const begin = (change: Partial<BegunGift>) => giftRequests.replace(changed(change))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin({ isPicked: true })
  }
  return (
    <>
      <div aria-hidden="true" className="sheet-behind" onClick={close} />
      <div
        ref={ref}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={subjectId}
        // This sheet takes the focus at once; the recorded focus tells the flow's own sheet that it replaces this one.
        // It must not render anything: the flow would replace a button between the press and its click, which would be lost.
        onFocus={({ target }) => giftRequests.amend(changed({ focused: target.getAttribute('value') }))}
        className="sheet sheet-form"
      >
        <div className="sheet-head">
          <div className="min-w-0">
            <h2 id={titleId} className="text-2xl">
              {t('title')}
            </h2>
            <p id={subjectId} className="mt-1 text-soft">
              {request.title}
            </p>
          </div>
          <button type="button" onClick={close} aria-label={t('close')} className="sheet-close">
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <StepBody title={t('title')}>
          <form onSubmit={submit} className="mt-3 grid gap-4">
            <GiftShares request={request} />
            <GiftPresets
              chosen={quantity}
              isQuick={isQuick}
              isBusy={isPicked}
              onChoose={(preset) => begin({ quantity: preset, isPicked: isQuick })}
            />
            {/* Placeholder of the field for another number, which is still loading. */}
            <div aria-hidden="true" className="skeleton h-[4.875rem]" />
            {isQuick ? null : (
              <Button
                type="submit"
                value={CONTINUE}
                tone="loud"
                size="large"
                wide
                className="aria-busy:animate-breathe"
                aria-busy={isPicked}
              >
                {t('continueWith', { total: formatShillings(quantity * GIFT_PRICE_SHILLINGS) })}
              </Button>
            )}
          </form>
        </StepBody>
      </div>
    </>
  )
}

function close(): void {
  giftRequests.replace(null)
}

/**
 * Keeps the focus within the sheet, closes on Escape, and then restores the focus. Does not make the page inert: restyling the
 * whole page takes a slow phone longer than the sheet itself.
 */
function useModal(ref: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && !ref.current?.contains(target))
        ref.current?.querySelector<HTMLElement>('[role=group]')?.focus()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    const end = new AbortController()
    document.addEventListener('focusin', onFocus, end)
    document.addEventListener('keydown', onKey, end)
    return () => {
      end.abort()
      // The sheet that replaces this one also returns the focus there.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [ref])
}

/** Value of the submit button: the gift flow's own sheet finds the focused button by it. */
export const CONTINUE = 'continue'

type GiftPresetsProps = {
  /** The chosen preset; null if another number is typed or nothing is chosen. */
  chosen: number | null
  /** Whether a tap on a preset continues at once: a returning payer pays in three taps. */
  isQuick: boolean
  /** Whether the next step is still loading after a tap on the chosen preset. */
  isBusy?: boolean
  onChoose: (quantity: number) => void
}

/** Shows the presets with their totals. */
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

/** Shows how a gift's price is shared. */
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

type StepBodyProps = {
  title: string
  /** Value of the field or button to focus instead of the whole step; read on the first render only. */
  focused?: string | null
  children: ReactNode
}

/** Takes the focus when a step replaces the focused one, so that a screen reader announces its title. */
export function StepBody({ title, focused = null, children }: StepBodyProps) {
  const ref = useRef<HTMLDivElement>(null)
  const first = useRef(focused)
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>(`[value="${first.current}"]`)?.focus({ preventScroll: true })
    if (ref.current?.contains(document.activeElement)) return
    // Start at the title.
    ref.current?.focus({ preventScroll: true })
    ref.current?.closest('[role=dialog]')?.scrollTo(0, 0)
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is one of a form
    <div ref={ref} role="group" aria-label={title} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
