'use client'

import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { retireTrack } from '#lib/client/tracks/tracks-api.ts'
import type { Track } from '#lib/contract/tracks/calls.ts'
import { useReloadTracks } from './use-my-tracks.ts'

/** Asks once more before a track leaves the pool for good. */
export function RetireDialog({ track, onClose }: { track: Track; onClose: () => void }) {
  const t = useTranslations('Musician')
  const reload = useReloadTracks()
  const [busy, setBusy] = useState(false)
  const retire = async () => {
    setBusy(true)
    try {
      await retireTrack(track.id)
      showToast({ title: t('toasts.retired'), tone: 'good' })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      showToast({ title: t('toasts.retireFailed'), description, tone: 'bad' })
    }
    await reload()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tracks.retireTitle', { title: track.title })}
      description={t('tracks.retireDetail')}
    >
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button size="large" onClick={onClose}>
          {t('tracks.retireCancel')}
        </Button>
        <Button size="large" tone="danger" onClick={retire} disabled={busy} aria-busy={busy}>
          {busy ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
          {t('tracks.retireConfirm')}
        </Button>
      </div>
    </Dialog>
  )
}
