import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { fetchMetadata } from '#lib/client/videos/fetch-metadata.ts'
import { keepDraft, readDraft, type UploadDraft } from '#lib/client/videos/upload-draft.ts'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { youtubeIdOf } from '#lib/contract/videos/youtube-address.ts'
import { useMarkSubmitted, useReloadSubmissions } from './use-upload.ts'

type Problem = { field: 'url' | 'title' | null; words: string }

/** What is typed for a track, what is wrong with it, and how it is sent. It outlives errors and a reload. */
export function useSubmission(assignment: DancerAssignment) {
  const t = useTranslations('Upload')
  const [draft, setDraft] = useState<UploadDraft>(() => firstDraft(assignment))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const mark = useMarkSubmitted()
  const reload = useReloadSubmissions()
  const youtubeId = youtubeIdOf(draft.url.trim())

  useEffect(() => {
    const input = problem?.field ? form.current?.elements.namedItem(problem.field) : null
    if (input instanceof HTMLInputElement) input.focus()
  }, [problem])

  const change = (changed: Partial<UploadDraft>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    setProblem(null)
    keepDraft(assignment.id, next)
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    if (!youtubeId) {
      setProblem({ field: 'url', words: t('urlMissing') })
      return
    }
    const [url, title] = [draft.url.trim(), draft.title.trim()]
    setBusy(true)
    setProblem(null)
    try {
      const { video_id } = await api('POST /videos/submit/', {
        body: { track_id: assignment.track_details.id, youtube_url: url, title },
      })
      keepDraft(assignment.id, null)
      mark(assignment.id, { id: video_id, url, title })
      showToast(
        (await fetchMetadata(video_id)) === 'fetched'
          ? { title: t('toasts.submitted'), tone: 'good' }
          : { title: t('toasts.pending'), description: t('toasts.pendingDetail'), tone: 'good' },
      )
      await reload()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
      // A refusal by a rule: this page may not know the latest, for instance that a lost answer was a yes.
      if (error instanceof ApiError && error.code && error.code !== 'invalid') await reload()
    }
  }
  return { draft, change, submit, busy, problem, form, youtubeId }
}

/** After a rejection the old title is a good start, the old link is not. */
function firstDraft(assignment: DancerAssignment): UploadDraft {
  return readDraft(assignment.id) ?? { url: '', title: assignment.video_title }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) throw error
  const fields = fieldErrors(error.data)
  if (fields.youtube_url) return { field: 'url', words: fields.youtube_url }
  if (fields.title) return { field: 'title', words: fields.title }
  return { field: error.code === 'youtube_video_taken' ? 'url' : null, words: error.message }
}
