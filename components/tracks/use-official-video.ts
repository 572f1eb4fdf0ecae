import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { showToast } from '#lib/client/browser/toasts.ts'
import { useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import { fetchMetadata } from '#lib/client/videos/fetch-metadata.ts'
import { youtubeIdOf } from '#lib/contract/videos/youtube-address.ts'

export function useOfficialVideo(isApproved: boolean) {
  const t = useTranslations('Musician')
  const form = useApiForm({
    defaultValues: { track_id: '', youtube_url: '', title: '', description: '' },
    toBody: ({ track_id, youtube_url, title, description }) => ({
      track_id,
      youtube_url: youtube_url.trim(),
      title: title.trim(),
      description: description.trim(),
    }),
    schema: async () => (await import('#lib/contract/videos/submissions.ts')).submit.body,
    check: ({ track_id, youtube_url }) => {
      if (track_id && youtube_url.trim())
        return youtubeIdOf(youtube_url.trim()) ? {} : { youtube_url: t('video.urlWrong') }
      return {
        ...(track_id ? {} : { track_id: t('video.missing') }),
        ...(youtube_url.trim() ? {} : { youtube_url: t('video.missing') }),
      }
    },
    isRepeatable: true,
    send: async (body) => {
      if (!isApproved) return
      const { video_id } = await api('POST /videos/submit/', { body })
      // The chosen track stays for a next video, as does text typed during the call.
      for (const name of ['youtube_url', 'title', 'description'] as const)
        if (form.form.getValues(name)?.trim() === body[name]) form.form.resetField(name, { defaultValue: '' })
      const known = await fetchMetadata(video_id)
      showToast({
        title: t(known === 'fetched' ? 'toasts.videoSubmitted' : 'toasts.videoPending'),
        tone: 'good',
      })
    },
  })
  const isTried = form.form.formState.submitCount > 0
  return {
    ...form,
    trackId: useWatch({ control: form.form.control, name: 'track_id' }) ?? '',
    summary: isTried && !isApproved ? t('video.kyc') : form.whole,
  }
}
