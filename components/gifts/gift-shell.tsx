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
  useState,
  useSyncExternalStore,
} from 'react'
import { Button } from '#components/ui/button.tsx'
import { useHeldPlayback } from '#components/videos/player/use-held-playback.ts'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'
import { watchBack } from '#lib/client/browser/watch-back.ts'
import { formatShillings } from '#lib/client/formats/amounts.ts'
import { type BegunGift, type GiftRequest, giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { rememberedPhone } from '#lib/client/gifts/remembered-phone.ts'
import { mayHaveGift } from '#lib/client/gifts/stored-gifts.ts'
import { GIFT_PRICE_SHILLINGS, giftPresets, giftShares } from '#lib/contract/gifts/constants.ts'

const untouched: BegunGift = { quantity: 1, isPicked: false, focused: null }

/** The sheet of the request that waits for the flow. */
export function FirstSheet() {
  const request = useSyncExternalStore(
    giftRequests.onWake,
    () => giftRequests.first,
    () => null,
  )
  return request ? <SheetOf key={request.videoId} request={request} /> : null
}

/**
 * Shows a placeholder if a stored payment may come instead, or if a dialog below would take the focus back.
 */
function SheetOf({ request }: { request: GiftRequest }) {
  const [isChoice] = useState(() => !mayHaveGift() && openDialogs().length === 0)
  return isChoice ? <GiftShell request={request} /> : <FlowComing />
}

function FlowComing() {
  return (
    <div aria-hidden="true" className="sheet sheet-form">
      <div className="skeleton h-72" />
    </div>
  )
}

/**
 * The first sheet of a gift, in the page's own code, so that it answers a tap at once on a slow connection.
 * The gift flow's sheet then replaces it and takes over the choices stored in the request.
 */
function GiftShell({ request }: { request: GiftRequest }) {
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
        // Stores the focused element in the request: the flow's sheet, which replaces this one, focuses the
        // same element. Must not render, because replacing a button between press and click would lose the
        // click.
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
            {/* Placeholder of the field for another number; the gift flow loads it. */}
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
 * Keeps the focus within the sheet, closes on Escape, and then restores the focus. The page does not become
 * inert: on slow phones restyling the whole page takes longer than showing the sheet.
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
      // The gift flow's sheet also returns the focus to `opener`.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [ref])
}

/** Value of the submit button, by which the gift flow's sheet finds the focused button. */
export const CONTINUE = 'continue'

type GiftPresetsProps = {
  /** The chosen preset; null if another number is typed or nothing is chosen. */
  chosen: number | null
  /** A tap on a preset continues at once, so that a returning payer pays in three taps. */
  isQuick: boolean
  /** The next step is still loading after a tap on the chosen preset. */
  isBusy?: boolean
  onChoose: (quantity: number) => void
}

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

/** Takes the focus when a step replaces the focused one, so that screen readers announce the step's title. */
export function StepBody({ title, focused = null, children }: StepBodyProps) {
  const ref = useRef<HTMLDivElement>(null)
  const first = useRef(focused)
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>(`[value="${first.current}"]`)?.focus({ preventScroll: true })
    if (ref.current?.contains(document.activeElement)) return
    // Focuses the step itself, and scrolls to its title.
    ref.current?.focus({ preventScroll: true })
    ref.current?.closest('[role=dialog]')?.scrollTo(0, 0)
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div ref={ref} role="group" aria-label={title} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
