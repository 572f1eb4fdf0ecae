import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { fetchMetadata } from '#lib/client/videos/fetch-metadata.ts'
import { youtubeIdOf } from '#lib/contract/videos/youtube-address.ts'

type Field = 'track_id' | 'youtube_url' | 'title' | 'description'
type Problem = { fields: Partial<Record<Field, string>>; summary: string | null }

const fields: readonly Field[] = ['track_id', 'youtube_url', 'title', 'description']
const none: Problem = { fields: {}, summary: null }

/** Sends a musician's own video of one of their tracks; what was typed stays until it is taken. */
export function useOfficialVideo(isApproved: boolean) {
  const t = useTranslations('Musician')
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(none)

  useEffect(() => {
    const wrong = fields.find((field) => problem.fields[field])
    const input = wrong ? form.current?.elements.namedItem(wrong) : null
    if (input instanceof HTMLElement) input.focus()
  }, [problem])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const text = (field: Field) => String(typed.get(field) ?? '').trim()
    const trackId = text('track_id')
    const youtubeUrl = text('youtube_url')
    const wrong = wrongFields(trackId, youtubeUrl)
    setProblem({ fields: wrong, summary: isApproved ? null : t('video.kyc') })
    if (!isApproved || Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const { video_id } = await api('POST /videos/submit/', {
        body: {
          track_id: trackId,
          youtube_url: youtubeUrl,
          title: text('title'),
          description: text('description'),
        },
      })
      form.current?.reset()
      const known = await fetchMetadata(video_id)
      showToast({
        title: t(known === 'fetched' ? 'toasts.videoSubmitted' : 'toasts.videoPending'),
        tone: 'good',
      })
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }

  function wrongFields(trackId: string, youtubeUrl: string): Problem['fields'] {
    if (!trackId || !youtubeUrl)
      return {
        ...(trackId ? {} : { track_id: t('video.missing') }),
        ...(youtubeUrl ? {} : { youtube_url: t('video.missing') }),
      }
    return youtubeIdOf(youtubeUrl) ? {} : { youtube_url: t('video.urlWrong') }
  }
  return { form, busy, problem, submit }
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) throw error
  const told = fieldErrors(error.data)
  const known = Object.fromEntries(fields.flatMap((field) => (told[field] ? [[field, told[field]]] : [])))
  return { fields: known, summary: Object.keys(known).length > 0 ? null : error.message }
}
