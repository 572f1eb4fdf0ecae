import { ListMusic } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { useReloadTracks } from '#components/tracks/use-my-tracks.ts'
import { Button } from '#components/ui/button.tsx'
import { visitParam } from '#components/ui/use-address-param.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { sayField } from '#lib/client/messages/say-field.ts'
import { type TrackDraft, type TrackUploadState, trackUploads } from '#lib/client/tracks/track-uploads.ts'
import type { MyTracks } from '#lib/contract/tracks/calls.ts'
import { trackLimitMessage } from '#lib/contract/tracks/rules.ts'
import { UploadForm } from './upload-form.tsx'
import { UploadProgress } from './upload-progress.tsx'

export function UploadPanel({ known }: { known: MyTracks }) {
  const t = useTranslations('Musician.upload')
  const { state, start, cancel, dismiss } = useTrackUpload()
  const [edited, setEdited] = useState<TrackDraft | null>(null)
  const edit = (draft: TrackDraft) => {
    setEdited(draft)
    dismiss()
  }
  if (state.step !== 'idle')
    return (
      <UploadProgress state={state} onRetry={start} onEdit={edit} onCancel={cancel} onDismiss={dismiss} />
    )
  if (known.kyc_status !== 'approved')
    return (
      <p className="rounded-3xl border border-line bg-surface px-6 py-10 text-center text-soft">
        {t('closed')}
      </p>
    )
  if (known.used >= known.limit) return <LimitNotice known={known} />
  const begin = (draft: TrackDraft) => {
    setEdited(null)
    void start(draft)
  }
  return <UploadForm known={known} first={edited} onSubmit={begin} />
}

function LimitNotice({ known }: { known: MyTracks }) {
  const t = useTranslations('Musician.upload')
  const locale = useLocale()
  const { used, limit } = known
  return (
    <section className="rounded-3xl border border-line bg-surface px-6 py-10 text-center">
      <h2 className="text-2xl lg:text-3xl">{t('limitTitle')}</h2>
      <p className="mx-auto mt-3 max-w-lg font-semibold first-letter:uppercase">
        {sayField(locale, trackLimitMessage(used, limit))}
      </p>
      <p className="mx-auto mt-1 max-w-lg text-soft">{t('limitDetail', { used, limit })}</p>
      <Button className="mt-6" onClick={() => visitParam('tab', 'tracks')}>
        <ListMusic aria-hidden="true" className="size-5" /> {t('toTracks')}
      </Button>
    </section>
  )
}

const idle: TrackUploadState = { step: 'idle' }

/** The running upload, whichever page started it. */
function useTrackUpload() {
  const t = useTranslations('Musician')
  const reload = useReloadTracks()
  const state = useSyncExternalStore(
    trackUploads.subscribe,
    () => trackUploads.state,
    () => idle,
  )

  const start = async (draft: TrackDraft) => {
    const outcome = await trackUploads.start(draft)
    if (outcome.step === 'done') showToast({ title: t('toasts.uploaded'), tone: 'good' })
    if (outcome.step === 'failed')
      showToast({
        title: outcome.reason === 'limit' ? t('toasts.limit') : t('toasts.uploadFailed'),
        description: outcome.reason === 'connection' ? t('upload.noConnection') : outcome.message,
        tone: 'bad',
      })
    await reload()
  }
  return {
    state,
    start,
    cancel: () => trackUploads.cancel(),
    dismiss: () => trackUploads.dismiss(),
  }
}
