import { RotateCw } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFlowInTime } from '#components/gifts/use-flow-in-time.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { missingParts } from '#lib/client/browser/late-parts.ts'
import { keptAt } from '#lib/client/offline/kept-at.ts'
import { registerWorker } from '#lib/client/offline/register-worker.ts'

/**
 * Says of what time the page is where it came from the device, and that a new version is there. Loads what is likely to be
 * wanted next.
 */
export default function LateWork() {
  const t = useTranslations('Kept')
  // Another page in the same document is drawn anew.
  usePathname()
  const formats = useFormats()
  const at = useSyncExternalStore(keptAt.subscribe, keptAt.read, () => null)
  const newer = useWorker()
  const [isPutOff, setIsPutOff] = useState(false)
  useMissingParts()
  useFlowInTime()
  const isNewer = newer !== null && !isPutOff
  const isMissing = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false)
  // What is missing is said in the same place, and of what time the page is.
  if (isMissing || (at === null && !isNewer)) return null
  return (
    <div role="status" className="page-note">
      {at === null ? (
        <p className="min-w-0 flex-1 font-semibold">{t('newer')}</p>
      ) : (
        <p className="min-w-0 flex-1 py-1">
          <strong className="figures font-semibold">{t('asOf', { time: timeOf(at, formats) })}</strong>{' '}
          <span className="text-soft">{t('asOfDetail')}</span>
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

/** The day is said as well where it was another one. */
function timeOf(at: number, formats: ReturnType<typeof useFormats>): string {
  const moment = new Date(at)
  const isToday = formats.day(moment.toISOString()) === formats.day(new Date().toISOString())
  return isToday ? formats.time(moment) : formats.moment(moment.toISOString())
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

/** Registers the worker once. @returns how to open the page anew with a newer one, where one waits */
function useWorker(): (() => void) | null {
  const [newer, setNewer] = useState<(() => void) | null>(null)
  useEffect(() => {
    void registerWorker({ onNewer: (takeOver) => setNewer(() => takeOver) })
  }, [])
  return newer
}

/** A part that was called for outside of React, and did not load. */
function useMissingParts(): void {
  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent) => missingParts.note(reason)
    window.addEventListener('unhandledrejection', onRejection)
    return () => window.removeEventListener('unhandledrejection', onRejection)
  }, [])
}
