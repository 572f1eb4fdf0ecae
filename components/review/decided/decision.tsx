import { CircleCheck, CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'

export type Decision = {
  status: 'approved' | 'rejected' | 'retired'
  /** The officer's name; null for an automatic rejection. */
  by: string | null
  at: string | null
  /** Reason that the owner reads. */
  reason: string
  /** Note that only officers read. */
  note?: string
}

export function DecisionMark({ status }: Pick<Decision, 'status'>) {
  const t = useTranslations('Officer.decided.marks')
  const isRejected = status === 'rejected'
  const Icon = isRejected ? CircleX : CircleCheck
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 text-sm font-semibold',
        isRejected ? 'text-alarm' : 'text-leaf',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" /> {t(status)}
    </span>
  )
}

export function DecidedBy({ decision: { status, by, at } }: { decision: Decision }) {
  const t = useTranslations('Officer.decided')
  const formats = useFormats()
  return (
    <span className="block min-w-0 text-sm">
      <span className="block truncate">{by ?? t(status === 'rejected' ? 'machine' : 'unknown')}</span>
      {at ? (
        <time dateTime={at} className="figures block text-soft">
          {formats.moment(at)}
        </time>
      ) : null}
    </span>
  )
}

export function DecisionNotice({ decision }: { decision: Decision }) {
  const t = useTranslations('Officer.decided')
  return (
    <section aria-label={t('decision')} className="mb-5 rounded-2xl bg-sunken px-4 py-3">
      <DecisionMark status={decision.status} />
      <DecidedBy decision={decision} />
      {decision.reason ? (
        <p className="mt-2 wrap-anywhere whitespace-pre-line">{decision.reason}</p>
      ) : decision.status === 'rejected' ? (
        <p className="mt-2 text-soft">{t('noReason')}</p>
      ) : null}
      {decision.note ? (
        <p className="mt-2 text-sm wrap-anywhere whitespace-pre-line text-soft">
          {t('note', { note: decision.note })}
        </p>
      ) : null}
    </section>
  )
}
