import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useFormats } from '#components/ui/use-formats.ts'

const TICK_MS = 1_000

type BackupProgressProps = {
  /** The start, by the server's clock. */
  since: string
  /** Duration of the previous backup in seconds. */
  usual: number | null
}

/** Estimates the progress from the previous backup: the database grows slowly. */
export function BackupProgress({ since, usual }: BackupProgressProps) {
  const t = useTranslations('Backups')
  const formats = useFormats()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const elapsed = Math.max(0, Math.round((now - Date.parse(since)) / 1_000))
  const words = t('elapsed', { seconds: formats.count(elapsed) })
  return (
    <div className="mt-2 max-w-md">
      {usual === null ? null : (
        <progress
          aria-label={words}
          max={Math.max(usual, 1)}
          value={Math.min(elapsed, Math.max(usual, 1))}
          className="bar h-2 w-full overflow-hidden rounded-full"
        />
      )}
      <p className="figures text-sm text-soft">
        {[words, usual === null ? '' : t('usual', { value: usual }), t('leave')].filter(Boolean).join(' ')}
      </p>
    </div>
  )
}
