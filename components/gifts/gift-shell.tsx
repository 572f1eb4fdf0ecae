import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useHeldPlayback } from '#components/videos/player/use-held-playback.ts'
import { watchBack } from '#lib/client/browser/watch-back.ts'
import { formatShillings } from '#lib/client/formats/amounts.ts'
import { type BegunGift, type GiftRequest, giftRequests } from '#lib/client/gifts/gift-requests.ts'
import { rememberedPhone } from '#lib/client/gifts/remembered-phone.ts'
import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'
import { CONTINUE, GiftPresets, GiftShares } from './gift-choice.tsx'
import { StepBody } from './step-body.tsx'

const untouched: BegunGift = { quantity: 1, isPicked: false, focused: null }

/**
 * The first sheet of a gift as part of the page's own code, so that it answers the tap at once on a slow connection. What is
 * done stays in the waiting request, with which the gift flow's own sheet takes this one's place.
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
  const begin = (change: Partial<BegunGift>) =>
    giftRequests.replace({ ...request, begun: { ...begun, ...change } })
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
        // It takes the focus as soon as it is there, by which the sheet that comes knows that it takes the place of this one.
        onFocus={({ target }) => begin({ focused: target.getAttribute('value') })}
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
            {/* The field for another number is part of what is still loading. */}
            <div aria-hidden="true" className="bone h-[4.875rem]" />
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
 * Keeps the focus within the sheet, closes it by Escape, and leaves the focus where it was. The page behind is not made inert:
 * that makes the browser style all of it anew, which takes a slow phone longer than the sheet itself.
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
      // The sheet that takes this one's place goes back to there as well, when it closes.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [ref])
}
