import { useTranslations } from 'next-intl'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { YoutubeField } from '#components/ui/youtube-field.tsx'
import { VIDEO_TITLE_MAX } from '#lib/contract/videos/constants.ts'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { useSubmission } from './use-submission.ts'
import { VideoPreview } from './video-preview.tsx'

export function SubmitForm({ assignment }: { assignment: DancerAssignment }) {
  const t = useTranslations('Upload')
  const { formProps, field, isBusy, whole, title, youtubeId } = useSubmission(assignment)
  const track = assignment.track_details.title
  return (
    <form {...formProps} className="grid grid-cols-1 content-start gap-5">
      <YoutubeField {...field('url')} label={t('url')} hint={t('urlHint')} />
      <Field
        {...field('title')}
        label={t('titleField')}
        hint={t('titleHint')}
        autoComplete="off"
        maxLength={VIDEO_TITLE_MAX}
      />
      {youtubeId ? (
        <VideoPreview key={youtubeId} youtubeId={youtubeId} title={title.trim()} trackTitle={track} />
      ) : null}
      <ErrorNote>{whole}</ErrorNote>
      <SubmitButton busy={isBusy} wide={false} className="sm:justify-self-start">
        <span>{isBusy ? t('submitting') : t('submit')}</span>
        <span className="sr-only">{t('forTrack', { track })}</span>
      </SubmitButton>
    </form>
  )
}
