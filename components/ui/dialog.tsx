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
  /** Read with the title; null if the content suffices. */
  description?: ReactNode
  children: ReactNode
  /** `stage`: as large as possible, for video. */
  size?: 'form' | 'stage' | 'list'
  /** Takes the focus if the opener is gone on closing. */
  fallback?: RefObject<HTMLElement | null>
  /** Without animation, because it replaces an equal sheet. */
  still?: boolean
}

/**
 * The opener of the dialog that is closing, for its successor: the second dialog returns to the button, not
 * to the first dialog.
 */
let openerOfClosingDialog: Element | null = null

/** A bottom drawer on phones, closed by the back button; centred on desktops. */
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
  // Fixed on opening: an animation allowed later would start then.
  const [opened, setOpened] = useState({ open, still })
  if (opened.open !== open) setOpened({ open, still })
  // There is no trigger, so the primitive would leave the focus on the body.
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    // Before the content takes the focus. A successor inherits the opener.
    const active = document.activeElement
    opener.current = active === document.body && openerOfClosingDialog ? openerOfClosingDialog : active
    return () => {
      openerOfClosingDialog = opener.current
      // A successor opens in the same commit.
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
