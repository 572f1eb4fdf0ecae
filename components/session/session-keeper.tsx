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
    // Loads the warning's messages ahead, because the connection may be lost when the warning is due.
    loadMessages(locale).catch(() => undefined)
  }, [locale])

  // The upload's progress also appears above all pages of a signed-in user.
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

/** Signs the idle user out, and says why by a toast and on the login page. */
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
