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
  /** Read out with the title; null where the content says it all. */
  description?: ReactNode
  children: ReactNode
  /** A dialog that shows a video is as large as the screen allows. */
  size?: 'form' | 'stage' | 'list'
  /** Takes the focus where what opened the dialog is gone when it closes, such as the button of a comment that it deleted. */
  fallback?: RefObject<HTMLElement | null>
  /** Whether it opens without moving, because it takes the place of a sheet that looks the same. */
  still?: boolean
}

/**
 * What the dialog goes back to that is closed in this very moment, for the one that takes its place. Where a button opens one dialog and
 * that gives way to a second one, for example, the second goes back to the button, not to the first.
 */
let openerOfClosingDialog: Element | null = null

/** A drawer from below on a phone, whose back button closes it; a dialog in the middle on a desk. */
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
  // Decided when it opens: an animation that is allowed later would begin then.
  const [opened, setOpened] = useState({ open, still })
  if (opened.open !== open) setOpened({ open, still })
  // Nothing is told to be the trigger, so the primitive would leave the focus to the body.
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    // Before anything inside of it takes the focus. One that takes the place of another goes back to where that one was opened.
    const active = document.activeElement
    opener.current = active === document.body && openerOfClosingDialog ? openerOfClosingDialog : active
    return () => {
      openerOfClosingDialog = opener.current
      // The next one opens in the same commit, or never.
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
