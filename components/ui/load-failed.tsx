import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ApiError } from '#lib/client/http/api.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

type LoadFailedProps = {
  words: string
  /** The call's error. A wrong request (400) shows the server's sentence, without retry. */
  error?: unknown
  onRetry: () => void
  retrying?: boolean
}

export function LoadFailed({ words, error, onRetry, retrying = false }: LoadFailedProps) {
  const t = useTranslations('Ui')
  const wrong = error instanceof ApiError && error.status === 400 && error.hasSentence ? error.message : null
  return (
    <div role="alert" className="rounded-3xl bg-alarm-wash px-6 py-8 text-center">
      <p className="font-semibold text-alarm">{wrong ?? words}</p>
      {wrong ? null : (
        <Button onClick={onRetry} aria-busy={retrying} className="mt-4">
          <RotateCw aria-hidden="true" className={cn('size-4', retrying && 'animate-spin')} /> {t('retry')}
        </Button>
      )}
    </div>
  )
}
