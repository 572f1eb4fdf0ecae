import { useLocale, useTranslations } from 'next-intl'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { UploadPillHost } from '#components/tracks/upload/upload-pill-host.tsx'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { logout } from '#lib/client/accounts/sign-in.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { loadMessages } from '#lib/client/messages/load-messages.ts'
import { IdleTimer, sharedIdleMemory } from '#lib/client/session/idle-timer.ts'
import { isSomethingPlaying, watchIdle } from '#lib/client/session/idle-watch.ts'
import { rememberTimeout } from '#lib/client/session/session-notice.ts'
import { validateSession } from '#lib/client/session/session-start.ts'
import { TimeoutDialog } from './timeout-dialog.tsx'

/** Validates the stored session and ends it when idle. */
export default function SessionKeeper() {
  const [timer] = useState(
    () => new IdleTimer({ clock: Date.now, memory: sharedIdleMemory, isPlaying: isSomethingPlaying }),
  )
  const state = useSyncExternalStore(
    timer.subscribe,
    () => timer.state,
    () => timer.state,
  )
  const locale = useLocale()

  useEffect(() => {
    validateSession()
  }, [])
  useEffect(() => watchIdle(timer), [timer])
  useEffect(() => {
    // The connection may be lost when the warning is due.
    loadMessages(locale).catch(() => undefined)
  }, [locale])

  // Other parts above a user's pages.
  if (state.kind === 'active') return <UploadPillHost />
  return (
    <Suspense>
      <WithAllMessages>
        {state.kind === 'warning' ? (
          <TimeoutDialog secondsLeft={state.secondsLeft} onExtend={() => timer.extend()} />
        ) : (
          <EndOfSession />
        )}
      </WithAllMessages>
    </Suspense>
  )
}

/** Says why, by toast or on the login page. */
function EndOfSession() {
  const t = useTranslations('Session')
  const title = t('ended')
  useEffect(() => {
    rememberTimeout()
    showToast({ title })
    logout({ idle: true })
  }, [title])
  return null
}
