import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { type Download, downloads } from '#lib/client/http/downloads.ts'

const nothing: readonly Download[] = []

export function DownloadsBar() {
  const t = useTranslations('Admin.downloads')
  const all = useSyncExternalStore(downloads.subscribe, downloads.read, () => nothing)
  if (all.length === 0) return null
  return (
    <ul
      aria-label={t('label')}
      className="fixed inset-x-3 bottom-3 z-20 mx-auto grid max-w-md gap-2 sm:start-6 sm:end-auto sm:mx-0 sm:w-md"
    >
      {all.map((one) => (
        <Line key={one.id} download={one} />
      ))}
    </ul>
  )
}

const looks = {
  running: { Icon: LoaderCircle, look: 'bg-night text-on-night' },
  done: { Icon: CircleCheck, look: 'bg-leaf text-on-leaf' },
  failed: { Icon: CircleAlert, look: 'bg-alarm-wash text-alarm' },
} as const

function Line({ download }: { download: Download }) {
  const t = useTranslations('Admin.downloads')
  const formats = useFormats()
  const { id, fileName, rows, step, sentence } = download
  const { Icon, look } = looks[step]
  return (
    <li className={cn('flex min-h-13 items-center gap-3 rounded-full ps-5 pe-1 shadow-lift', look)}>
      <Icon
        aria-hidden="true"
        className={cn('size-5 shrink-0', step === 'running' && 'animate-spin motion-reduce:animate-none')}
      />
      <span className="min-w-0 flex-1 py-2 text-sm">
        <span className="block truncate font-semibold">{fileName}</span>
        <span role="status" className="figures block">
          {step === 'failed' ? sentence || t('failed') : t(step, { rows: formats.count(rows), count: rows })}
        </span>
      </span>
      <button
        type="button"
        aria-label={step === 'running' ? t('cancel', { file: fileName }) : t('close', { file: fileName })}
        onClick={() => downloads.dismiss(id)}
        className="tap grid shrink-0 place-items-center rounded-full"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </li>
  )
}
