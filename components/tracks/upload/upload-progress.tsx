import { CircleCheck, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { visitParam } from '#components/ui/use-address-param.ts'
import { useFileSize } from '#components/ui/use-file-size.ts'
import type { TrackDraft, TrackUploadState } from '#lib/client/tracks/track-uploads.ts'

type UploadProgressProps = {
  state: Exclude<TrackUploadState, { step: 'idle' }>
  onRetry: (draft: TrackDraft) => void
  onEdit: (draft: TrackDraft) => void
  onCancel: () => void
  onDismiss: () => void
}

export function UploadProgress({ state, ...on }: UploadProgressProps) {
  const t = useTranslations('Musician.upload')
  if (state.step === 'done')
    return (
      <Card>
        <CircleCheck aria-hidden="true" className="size-12 text-leaf" />
        <h2 className="text-2xl wrap-anywhere">{t('doneTitle', { title: state.track.title })}</h2>
        <p className="max-w-lg text-soft">{t('doneDetail')}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button tone="loud" onClick={() => visitParam('tab', 'tracks')}>
            {t('see')}
          </Button>
          <Button onClick={on.onDismiss}>{t('another')}</Button>
        </div>
      </Card>
    )
  if (state.step === 'failed')
    return (
      <Card>
        <h2 className="text-2xl">{t('failedTitle')}</h2>
        <p role="alert" className="max-w-lg font-semibold text-alarm">
          {state.reason === 'connection' ? t('noConnection') : state.message}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button tone="loud" onClick={() => on.onRetry(state.draft)}>
            <RotateCw aria-hidden="true" className="size-4" /> {t('retry')}
          </Button>
          <Button onClick={() => on.onEdit(state.draft)}>{t('edit')}</Button>
        </div>
      </Card>
    )
  return <Sending state={state} onCancel={on.onCancel} />
}

type UnderWay = Extract<TrackUploadState, { step: 'sending' | 'finishing' }>

function Sending({ state, onCancel }: { state: UnderWay; onCancel: () => void }) {
  const t = useTranslations('Musician.upload')
  const fileSize = useFileSize()
  const { file, title } = state.draft
  const named = { title: title || file.name }
  const share = state.step === 'sending' ? state.share : 1
  const isWaiting = state.step === 'sending' && state.isWaiting
  const percent = Math.floor(share * 100)
  return (
    <Card>
      <div role="status" className="max-w-full">
        <h2 className="text-2xl wrap-anywhere">{t(state.step, named)}</h2>
      </div>
      <progress
        aria-label={t('progress')}
        value={percent}
        max={100}
        className="block h-3 w-full max-w-xl appearance-none overflow-hidden rounded-full bg-sunken accent-marigold [&::-moz-progress-bar]:bg-marigold [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-marigold"
      />
      <p className="figures flex w-full max-w-xl justify-between text-sm text-soft">
        <span>
          {t('sent', {
            sent: fileSize(Math.round(share * file.size)),
            all: fileSize(file.size),
          })}
        </span>
        <span>{t('percent', { percent })}</span>
      </p>
      <p role="status" className={cn('max-w-lg', isWaiting ? 'font-semibold' : 'text-soft')}>
        {t(isWaiting ? 'waiting' : 'stay')}
      </p>
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </Card>
  )
}

function Card({ children }: { children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 justify-items-center gap-4 rounded-3xl border border-line bg-surface px-6 py-10 text-center">
      {children}
    </section>
  )
}
