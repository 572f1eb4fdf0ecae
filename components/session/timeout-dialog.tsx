import { useTranslations } from 'next-intl'
import { AlertDialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { logout } from '#lib/client/accounts/sign-in.ts'
import { watchBack } from '#lib/client/browser/watch-back.ts'
import { COUNTDOWN_SECONDS, countdown } from '#lib/client/session/idle-state.ts'

/** Asks whether the user is still there, above all other dialogs. */
export function TimeoutDialog({ secondsLeft, onExtend }: { secondsLeft: number; onExtend: () => void }) {
  const t = useTranslations('Session')
  const extend = useRef<HTMLButtonElement>(null)
  const [leaving, setLeaving] = useState(false)
  // Catches the back button, which would otherwise close the dialog below and lose its text.
  useEffect(() => watchBack(onExtend), [onExtend])
  const leave = () => {
    setLeaving(true)
    logout()
  }
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : onExtend())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-[rgb(20_8_30/0.6)]" />
        <AlertDialog.Content
          className="sheet sheet-form text-center"
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            extend.current?.focus()
          }}
        >
          <AlertDialog.Title className="text-2xl">{t('title')}</AlertDialog.Title>
          <AlertDialog.Description className="mx-auto mt-2 max-w-sm text-soft">
            {t('detail')}
          </AlertDialog.Description>
          <p aria-hidden="true" className="figures mt-5 font-display text-7xl font-extrabold tracking-tight">
            {countdown(secondsLeft)}
          </p>
          <div
            aria-hidden="true"
            className="mx-auto mt-4 h-2 max-w-72 overflow-hidden rounded-full bg-sunken"
          >
            <div
              className="h-full origin-left rounded-full bg-drum transition-transform duration-1000 ease-linear"
              style={{ transform: `scaleX(${secondsLeft / COUNTDOWN_SECONDS})` }}
            />
          </div>
          <p role="timer" aria-live="assertive" className="sr-only">
            {t('minutesLeft', { minutes: Math.ceil(secondsLeft / 60) })}
          </p>
          <div className="mt-6 grid gap-3 sm:grid-cols-2">
            <Button ref={extend} tone="loud" size="large" onClick={onExtend}>
              {t('extend')}
            </Button>
            <Button size="large" onClick={leave} aria-busy={leaving}>
              {t('logout')}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
