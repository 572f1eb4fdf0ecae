import { RotateCw } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFlowInTime } from '#components/gifts/use-flow-in-time.ts'
import { missingParts } from '#lib/client/browser/lazy-parts.ts'
import { watchNewDay } from '#lib/client/browser/new-day.ts'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'
import { endLeftPush } from '#lib/client/notifications/push-device.ts'
import { cachedAt } from '#lib/client/offline/cached-at.ts'
import { registerWorker } from '#lib/client/offline/register-worker.ts'
import { useAsOf } from './use-as-of.ts'

/**
 * Tells the time of a cached page and that a new version exists. Preloads code that the user will probably
 * need.
 */
export default function DeferredWork() {
  const t = useTranslations('Kept')
  // Renders again on each page.
  usePathname()
  const asOf = useAsOf()
  const at = useSyncExternalStore(cachedAt.subscribe, cachedAt.read, () => null)
  const isOnline = useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  )
  const newer = useWorker()
  const [isPutOff, setIsPutOff] = useState(false)
  useMissingParts()
  useNewDay()
  useLeftPush()
  useFlowInTime()
  const isNewer = newer !== null && !isPutOff
  const isMissing = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false)
  // On pages from the network, missing-parts.tsx shows its report in the same place.
  if (at === null && (isMissing || !isNewer)) return null
  return (
    <div role="status" className="page-note">
      {at === null ? (
        <p className="font-semibold">{t('newer')}</p>
      ) : (
        <p className="py-1">
          <strong className="figures font-semibold">
            {t(isOnline ? 'slow' : 'offline')} {asOf(at)}
          </strong>
        </p>
      )}
      {at === null && newer ? (
        <>
          <NoteButton onClick={newer}>{t('reload')}</NoteButton>
          <NoteButton onClick={() => setIsPutOff(true)}>{t('later')}</NoteButton>
        </>
      ) : (
        <NoteButton onClick={() => location.reload()}>
          <RotateCw aria-hidden="true" className="size-4" /> {t('renew')}
        </NoteButton>
      )}
    </div>
  )
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function NoteButton({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="tap inline-flex items-center gap-2 font-semibold underline underline-offset-4"
    >
      {children}
    </button>
  )
}

/**
 * Registers the service worker once. @returns reloads the page with a newer worker; null if none is waiting
 */
function useWorker(): (() => void) | null {
  const [newer, setNewer] = useState<(() => void) | null>(null)
  useEffect(() => {
    void registerWorker({ onNewer: (takeOver) => setNewer(() => takeOver) })
  }, [])
  return newer
}

/**
 * Reloads the home page on a new day, because it shows the phase and the days left. Not while a dialog is
 * open.
 */
function useNewDay(): void {
  useEffect(
    () =>
      watchNewDay({
        mayBe: () => location.pathname === '/' && openDialogs().length === 0,
        onNewDay: () => location.reload(),
      }),
    [],
  )
}

/** Ends this device's pushes if the user signed out while offline. */
function useLeftPush(): void {
  useEffect(() => {
    void endLeftPush()
    window.addEventListener('online', endLeftPush)
    return () => window.removeEventListener('online', endLeftPush)
  }, [])
}

/** Notes code that failed to load outside of React. */
function useMissingParts(): void {
  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent) => missingParts.note(reason)
    window.addEventListener('unhandledrejection', onRejection)
    return () => window.removeEventListener('unhandledrejection', onRejection)
  }, [])
}
