import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFileSize } from '#components/ui/use-file-size.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { Backup } from '#lib/contract/backups/calls.ts'
import { BackupProgress } from './backup-progress.tsx'

const looks: Record<Backup['status'], { Icon: LucideIcon; style: string }> = {
  making: { Icon: LoaderCircle, style: 'text-soft' },
  made: { Icon: CircleDashed, style: 'text-soft' },
  verifying: { Icon: LoaderCircle, style: 'text-soft' },
  verified: { Icon: CircleCheck, style: 'text-leaf' },
  damaged: { Icon: CircleAlert, style: 'text-alarm' },
  failed: { Icon: CircleAlert, style: 'text-alarm' },
}

type BackupCardProps = {
  backup: Backup
  /** Duration of the previous backup in seconds. */
  usual: number | null
  onAsked: () => Promise<unknown>
}

export function BackupCard({ backup, usual, onAsked }: BackupCardProps) {
  const t = useTranslations('Backups')
  const formats = useFormats()
  const { Icon, style } = looks[backup.status]
  const isRunning = backup.status === 'making' || backup.status === 'verifying'
  const isThere = backup.status !== 'making' && backup.status !== 'failed'
  const verify = useSend({
    mutationFn: () => api('POST /admin/backups/{id}/verify/', { path: { id: backup.id } }),
    onSuccess: () => showToast({ title: t('checkOrdered'), tone: 'good' }),
    onError: ({ message }) => showToast({ title: t('checkFailed'), description: message, tone: 'bad' }),
    onSettled: () => onAsked(),
  })
  return (
    <article className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl border border-line bg-surface p-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className={cn('flex items-center gap-2 font-semibold', style)}>
          <Icon aria-hidden="true" className={cn('size-5 shrink-0', isRunning && 'animate-spin')} />
          <span role="status">{t(`statuses.${backup.status}`)}</span>
        </p>
        <h3 className="mt-1 font-semibold">
          <time dateTime={backup.created_at}>{formats.moment(backup.created_at)}</time>
        </h3>
        <p className="text-sm text-soft">
          {backup.requested_by ? t('by', { name: backup.requested_by }) : t('nightly')}
        </p>
        {backup.status === 'making' ? <BackupProgress since={backup.created_at} usual={usual} /> : null}
        {backup.problem ? <p className="mt-2 wrap-anywhere text-alarm">{backup.problem}</p> : null}
      </div>
      {isThere ? <Facts backup={backup} /> : null}
      {isThere ? (
        <BusyButton
          isBusy={verify.isPending || backup.status === 'verifying'}
          onClick={() => void verify.send()}
          className="max-sm:w-full"
        >
          {t('verify')}
        </BusyButton>
      ) : null}
    </article>
  )
}

function Facts({ backup }: { backup: Backup }) {
  const t = useTranslations('Backups')
  const formats = useFormats()
  const fileSize = useFileSize()
  const facts = [
    [t('size'), backup.size === null ? '' : fileSize(backup.size)],
    [t('took'), backup.make_seconds === null ? '' : t('seconds', { value: backup.make_seconds })],
    [t('proven'), backup.verified_at === null ? t('never') : formats.moment(backup.verified_at)],
    [t('proofTook'), backup.verify_seconds === null ? '' : t('seconds', { value: backup.verify_seconds })],
  ].filter(([, value]) => value !== '')
  return (
    <dl className="figures grid grid-cols-2 gap-x-6 gap-y-1 text-sm sm:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-soft">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
