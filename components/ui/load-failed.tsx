import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

/** Something did not come: what it was, and one button to ask again. */
export function LoadFailed({
  words,
  onRetry,
  retrying = false,
}: {
  words: string
  onRetry: () => void
  retrying?: boolean
}) {
  const t = useTranslations('Feed')
  return (
    <div role="alert" className="rounded-3xl bg-alarm-wash px-6 py-8 text-center">
      <p className="font-semibold text-alarm">{words}</p>
      <Button onClick={onRetry} aria-busy={retrying} className="mt-4">
        <RotateCw aria-hidden="true" className={cn('size-4', retrying && 'animate-spin')} /> {t('retry')}
      </Button>
    </div>
  )
}
