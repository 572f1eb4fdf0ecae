import { useTranslations } from 'next-intl'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { VIDEO_TITLE_MAX, YOUTUBE_URL_MAX } from '#lib/contract/videos/constants.ts'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { useSubmission } from './use-submission.ts'
import { VideoPreview } from './video-preview.tsx'

/** A link, a title if one is wanted, a look at what will be sent, and the button. */
export function SubmitForm({ assignment }: { assignment: DancerAssignment }) {
  const t = useTranslations('Upload')
  const { draft, change, submit, busy, problem, form, youtubeId } = useSubmission(assignment)
  const track = assignment.track_details.title
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      method="post"
      className="grid grid-cols-1 content-start gap-5"
    >
      <Field
        name="url"
        type="text"
        inputMode="url"
        label={t('url')}
        hint={t('urlHint')}
        placeholder="https://youtu.be/…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={YOUTUBE_URL_MAX}
        value={draft.url}
        onChange={(event) => change({ url: event.target.value })}
        error={problem?.field === 'url' ? problem.words : null}
      />
      <Field
        name="title"
        label={t('titleField')}
        hint={t('titleHint')}
        autoComplete="off"
        maxLength={VIDEO_TITLE_MAX}
        value={draft.title}
        onChange={(event) => change({ title: event.target.value })}
        error={problem?.field === 'title' ? problem.words : null}
      />
      {youtubeId ? (
        <VideoPreview key={youtubeId} youtubeId={youtubeId} title={draft.title.trim()} trackTitle={track} />
      ) : null}
      <ErrorNote>{problem && problem.field === null ? problem.words : null}</ErrorNote>
      <SubmitButton busy={busy} wide={false} className="sm:justify-self-start">
        {busy ? t('submitting') : t('submit')}
        <span className="sr-only">{t('forTrack', { track })}</span>
      </SubmitButton>
    </form>
  )
}
