import { useTranslations } from 'next-intl'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { YoutubeField } from '#components/ui/youtube-field.tsx'
import type { MyTracks } from '#lib/contract/tracks/calls.ts'
import { VIDEO_DESCRIPTION_MAX, VIDEO_TITLE_MAX } from '#lib/contract/videos/constants.ts'
import { useOfficialVideo } from './use-official-video.ts'

export function OfficialVideoForm({ known }: { known: MyTracks }) {
  const t = useTranslations('Musician.video')
  const { formProps, field, isBusy, summary, trackId } = useOfficialVideo(known.kyc_status === 'approved')
  const approved = known.results.filter(({ status }) => status === 'approved')
  return (
    <section className="max-w-2xl">
      <h2 className="text-2xl lg:text-3xl">{t('title')}</h2>
      <p className="mt-2 text-soft">{approved.length > 0 ? t('intro') : t('noTracks')}</p>
      <form {...formProps} className="mt-6 grid grid-cols-1 gap-5">
        <SelectField
          {...field('track_id')}
          label={t('track')}
          hint={trackId ? `${t('trackId')}: ${trackId}` : undefined}
          options={[
            { value: '', words: t('pick') },
            ...approved.map(({ id, title }) => ({ value: id, words: title })),
          ]}
        />
        <YoutubeField {...field('youtube_url')} label={t('url')} hint={t('urlHint')} />
        <Field {...field('title')} label={t('videoTitle')} autoComplete="off" maxLength={VIDEO_TITLE_MAX} />
        <TextAreaField
          {...field('description')}
          label={t('description')}
          rows={3}
          maxLength={VIDEO_DESCRIPTION_MAX}
        />
        <ErrorNote>{summary}</ErrorNote>
        <SubmitButton busy={isBusy} wide={false} className="sm:justify-self-start">
          {isBusy ? t('submitting') : t('submit')}
        </SubmitButton>
      </form>
    </section>
  )
}
