import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { showToast } from '#lib/client/browser/toasts.ts'
import { type FormProblem, refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fallbackMessage } from '#lib/client/http/error-message.ts'
import { fetchMetadata } from '#lib/client/videos/fetch-metadata.ts'
import { keepDraft, readDraft, type UploadDraft } from '#lib/client/videos/upload-draft.ts'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { youtubeIdOf } from '#lib/contract/videos/youtube-address.ts'
import { useMarkSubmitted, useReloadSubmissions } from './use-upload.ts'

type Field = keyof UploadDraft

const fieldOf = { youtube_url: 'url' } as const

/** The form of a video for a track. Typed text survives errors and a reload. */
export function useSubmission(assignment: DancerAssignment) {
  const t = useTranslations('Upload')
  const [draft] = useState(() => firstDraft(assignment))
  const mark = useMarkSubmitted()
  const reload = useReloadSubmissions()
  const { form, formProps, ...rest } = useApiForm({
    defaultValues: draft,
    toBody: ({ url, title }) => ({
      track_id: assignment.track_details.id,
      youtube_url: url.trim(),
      title: title.trim(),
    }),
    schema: async () => (await import('#lib/contract/videos/submissions.ts')).submit.body,
    fieldOf,
    check: ({ url }) => {
      if (youtubeIdOf(url)) return {}
      return { url: t(url.trim() ? 'urlUnknown' : 'urlMissing') }
    },
    send: async (body, { url, title }) => {
      const { video_id } = await api('POST /videos/submit/', { body })
      keepDraft(assignment.id, null)
      mark(assignment.id, { id: video_id, url: url.trim(), title: title.trim() })
      showToast(
        (await fetchMetadata(video_id)) === 'fetched'
          ? { title: t('toasts.submitted'), tone: 'good' }
          : { title: t('toasts.pending'), description: t('toasts.pendingDetail'), tone: 'good' },
      )
      await reload()
    },
    refuse: (error) => {
      // The page may be outdated, for example if the answer to a successful submission was lost.
      if (error instanceof ApiError && error.code && error.code !== 'invalid') void reload()
      return problemOf(error)
    },
  })
  const [url = '', title = ''] = useWatch({ control: form.control, name: ['url', 'title'] })
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget)
    const text = (field: Field) => String(typed.get(field) ?? '')
    keepDraft(assignment.id, { url: text('url'), title: text('title') })
    form.clearErrors('root')
  }
  return { ...rest, formProps: { ...formProps, onChange }, title, youtubeId: youtubeIdOf(url.trim()) }
}

/** The stored draft. After a rejection the title is reused, the link is not. */
function firstDraft(assignment: DancerAssignment): UploadDraft {
  const kept = readDraft(assignment.id)
  // If the answer to a submission was lost, the rejected link is still in the draft.
  return kept && !isOfRejected(kept, assignment) ? kept : { url: '', title: assignment.video_title }
}

function isOfRejected({ url }: UploadDraft, { video_status, youtube_url }: DancerAssignment): boolean {
  if (video_status !== 'rejected' || !youtube_url) return false
  const id = youtubeIdOf(url.trim())
  return id !== null && id === youtubeIdOf(youtube_url)
}

function problemOf(error: unknown): FormProblem<Field> {
  if (!(error instanceof ApiError)) return { whole: fallbackMessage() }
  const fields = refusedFields<Field>(['url', 'title'], error, fieldOf)
  if (Object.keys(fields).length > 0) return { fields }
  return error.code === 'youtube_video_taken' ? { fields: { url: error.message } } : { whole: error.message }
}
