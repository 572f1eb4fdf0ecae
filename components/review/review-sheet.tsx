import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '#components/ui/cn.ts'
import { UndoBar } from './undo-bar.tsx'

type ReviewSheetProps = {
  /** Focuses the title when this value changes; null while a part of the sheet has the focus. */
  focusOn: string | null
  title: string
  detail: ReactNode
  /** The case's position, such as 3 / 20; null if it is not in the list. */
  place: string | null
  onStep: (by: 1 | -1) => void
  onClose: () => void
  /** Goes one step back if there is one and returns true; otherwise Escape closes the sheet. */
  onEscape?: () => boolean
  exhibit: ReactNode
  /** `tall`: takes half of a phone, for content to see. `short`: one line, for audio. */
  exhibitSize?: 'tall' | 'short'
  /** A rejection is being written; on phones the exhibit scrolls away, to make room. */
  isRejecting?: boolean
  notices?: ReactNode
  children: ReactNode
  footer: ReactNode
}

export function ReviewSheet(props: ReviewSheetProps) {
  const {
    focusOn,
    title,
    detail,
    place,
    onStep,
    onClose,
    onEscape,
    exhibit,
    exhibitSize = 'tall',
    isRejecting = false,
    notices,
    children,
    footer,
  } = props
  const t = useTranslations('Review')
  const heading = useRef<HTMLHeadingElement>(null)
  const opened = useRef<string | null>(null)
  useEffect(() => {
    if (opened.current === focusOn) return
    opened.current = focusOn
    if (focusOn !== null) heading.current?.focus()
  })
  return (
    <Dialog.Root open onOpenChange={(is) => (is ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-[rgb(20_8_30/0.6)]" />
        <Dialog.Content
          aria-describedby={undefined}
          // The dialog's content mounts after the effect above.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (focusOn !== null) heading.current?.focus()
          }}
          // The list sets the focus, because the row may be gone.
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            if (onEscape?.()) event.preventDefault()
          }}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 flex flex-col overflow-clip low:block low:overflow-y-auto bg-paper text-ink outline-none lg:inset-x-[max(1.5rem,calc((100vw-90rem)/2))] lg:inset-y-6 lg:rounded-3xl"
        >
          <header className="flex items-center gap-1 border-b border-line py-1.5 ps-4 pe-2 lg:ps-6">
            <div className="min-w-0 flex-1">
              <Dialog.Title
                ref={heading}
                tabIndex={-1}
                className="line-clamp-2 text-lg leading-tight wrap-anywhere outline-none lg:line-clamp-1 lg:text-xl"
              >
                {title}
              </Dialog.Title>
              <div className="line-clamp-3 text-sm text-soft wrap-anywhere lg:line-clamp-1">{detail}</div>
            </div>
            {place ? <span className="figures px-1 text-sm whitespace-nowrap text-soft">{place}</span> : null}
            <HeadButton word={t('previous')} hotkey="k" onClick={() => onStep(-1)}>
              <ChevronUp aria-hidden="true" className="size-5" />
            </HeadButton>
            <HeadButton word={t('next')} hotkey="j" onClick={() => onStep(1)}>
              <ChevronDown aria-hidden="true" className="size-5" />
            </HeadButton>
            <HeadButton word={t('close')} hotkey="Escape" onClick={onClose}>
              <X aria-hidden="true" className="size-5" />
            </HeadButton>
          </header>
          <div
            className={cn(
              'grid min-h-0 flex-1 grid-cols-1 grid-rows-[auto_1fr_auto] overflow-y-auto low:overflow-visible lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[minmax(0,1fr)_auto] lg:overflow-clip',
              // Keeps focused elements out from under the sticky parts.
              'max-lg:scroll-pb-32 low:scroll-pb-0',
              exhibitSize === 'tall' &&
                !isRejecting &&
                'max-lg:[@media(min-height:36rem)]:scroll-pt-[calc(40dvh+3rem)]',
            )}
          >
            <div
              className={cn(
                // On phones the exhibit stays in view while the facts scroll, if the screen is high enough.
                exhibitSize === 'tall' &&
                  'max-lg:grid max-lg:grid-cols-1 max-lg:min-h-[max(16rem,52dvh)] max-lg:[@media(min-height:36rem)]:min-h-[40dvh]',
                exhibitSize === 'tall' &&
                  !isRejecting &&
                  'top-0 z-10 max-lg:[@media(min-height:36rem)]:sticky',
                'min-w-0 bg-sunken lg:row-span-2',
              )}
            >
              {exhibit}
            </div>
            <section
              aria-label={t('data')}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
              tabIndex={0}
              className="min-w-0 px-4 py-4 outline-offset-[-3px] lg:overflow-y-auto lg:border-s lg:border-line lg:px-6"
            >
              {notices}
              <div className="contents">{children}</div>
            </section>
            <div
              className={cn(
                'sticky bottom-0 z-10 grid gap-2 bg-paper px-4 low:static lg:border-s lg:border-line lg:px-6',
                footer && 'border-t border-line pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]',
              )}
            >
              <UndoBar within="dialog" className={footer ? '' : 'my-2'} />
              {footer}
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type HeadButtonProps = { word: string; hotkey: string; onClick: () => void; children: ReactNode }

function HeadButton({ word, hotkey, onClick, children }: HeadButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      // On low screens the head scrolls away, and Tab does not scroll it back.
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
      aria-label={word}
      aria-keyshortcuts={hotkey}
      title={`${word} (${hotkey.length === 1 ? hotkey.toUpperCase() : hotkey})`}
      className="tap grid shrink-0 place-items-center rounded-full hover:bg-sunken"
    >
      {children}
    </button>
  )
}
