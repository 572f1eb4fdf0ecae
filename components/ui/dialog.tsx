import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'
import { watchBack } from '#lib/client/browser/watch-back.ts'
import { cn } from './cn.ts'
import { unbroken } from './unbroken.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Read out after the title; null if the content suffices. */
  description?: ReactNode
  children: ReactNode
  /** `stage`: as large as possible, for video. */
  size?: 'form' | 'stage' | 'list'
  /** Takes the focus on closing if the element that opened the dialog is gone. */
  fallback?: RefObject<HTMLElement | null>
  /** Opens without animation, because the dialog replaces an equal sheet. */
  still?: boolean
}

/**
 * The element that opened the dialog that closes now. A dialog that replaces it returns the focus to this
 * element.
 */
let openerOfClosingDialog: Element | null = null

/** A dialog: a drawer from below on phones, centred on desktops. The back button closes it. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  size = 'form',
  fallback,
  still = false,
}: DialogProps) {
  const t = useTranslations('Ui')
  // Fixed on opening, because a later change would start the animation then.
  const [opened, setOpened] = useState({ open, still })
  if (opened.open !== open) setOpened({ open, still })
  // The dialog has no trigger, so Radix would leave the focus on the body.
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    // Read before the content takes the focus. A dialog that replaces another takes over its opener.
    const active = document.activeElement
    opener.current = active === document.body && openerOfClosingDialog ? openerOfClosingDialog : active
    return () => {
      openerOfClosingDialog = opener.current
      // A dialog that replaces this one opens in the same commit.
      queueMicrotask(() => {
        openerOfClosingDialog = null
      })
    }
  }, [open])
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => (open ? watchBack(() => close.current()) : undefined), [open])
  return (
    <Primitive.Root open={open} onOpenChange={(is) => (is ? undefined : onClose())}>
      <Primitive.Portal>
        <Primitive.Overlay className="sheet-behind" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            const content = event.currentTarget
            // On phones the keyboard would cover the dialog.
            if (!(content instanceof HTMLElement) || matchMedia('(pointer: coarse)').matches) return
            const first = content.querySelector<HTMLElement>(
              'form :is(input:not([type="hidden"]), select, textarea):enabled',
            )
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const above = openDialogs().at(-1)
            const back = opener.current?.isConnected ? opener.current : (fallback?.current ?? null)
            if (above && !above.contains(back)) return
            if (back instanceof HTMLElement) back.focus()
          }}
          className={cn(
            'sheet',
            size === 'stage' ? 'sheet-stage' : 'sheet-form',
            size === 'list' && 'sheet-list',
            opened.still && 'animate-none',
          )}
        >
          <div className="sheet-head">
            <div className="min-w-0">
              <Primitive.Title className="text-2xl">{unbroken(title)}</Primitive.Title>
              {description ? (
                <Primitive.Description className="mt-1 text-soft">
                  {unbroken(description)}
                </Primitive.Description>
              ) : null}
            </div>
            <Primitive.Close aria-label={t('close')} className="sheet-close">
              <X aria-hidden="true" className="size-5" />
            </Primitive.Close>
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
