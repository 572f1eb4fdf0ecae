'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { useReloadTracks } from '#components/tracks/use-my-tracks.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { type TrackDraft, type TrackUploadState, trackUploads } from '#lib/client/tracks/track-uploads.ts'

const idle: TrackUploadState = { step: 'idle' }

/** The upload that is under way, whichever page began it, and how to begin one. */
export function useTrackUpload() {
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
        description: outcome.message,
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
