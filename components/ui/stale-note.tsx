import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { useFormats } from './use-formats.ts'

type StaleNoteProps = {
  /** A query's result from react-query. */
  of: {
    data?: unknown
    dataUpdatedAt: number
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  className?: string
}

/** If a refetch failed, tells the time of the shown data, with a retry button. */
export function StaleNote({ of, className }: StaleNoteProps) {
  const t = useTranslations('Ui')
  const formats = useFormats()
  const isStale = of.isError && of.data !== undefined
  return (
    <div className={cn('flex flex-wrap items-center gap-x-2 text-sm', className)}>
      {/* Always rendered: screen readers can skip a live region that arrives with its text. */}
      <p role="status" className="figures font-semibold text-alarm">
        {isStale ? t('stale', { time: formats.moment(new Date(of.dataUpdatedAt).toISOString()) }) : null}
      </p>
      {isStale ? (
        <Button size="snug" tone="quiet" onClick={of.refetch} aria-busy={of.isFetching}>
          <RotateCw aria-hidden="true" className={cn('size-4', of.isFetching && 'animate-spin')} />{' '}
          {t('retry')}
        </Button>
      ) : null}
    </div>
  )
}
