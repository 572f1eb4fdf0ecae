import { Upload } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { SongPicker } from '#components/tracks/song-picker.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import type { TrackDraft } from '#lib/client/tracks/track-uploads.ts'
import type { MyTracks } from '#lib/contract/tracks/calls.ts'
import { trackTextMax } from '#lib/contract/tracks/rules.ts'
import { useUploadForm } from './use-upload-form.ts'

type UploadFormProps = {
  known: MyTracks
  /** The draft to correct, if an upload failed; else null. */
  first: TrackDraft | null
  onSubmit: (draft: TrackDraft) => void
}

export function UploadForm({ known, first, onSubmit }: UploadFormProps) {
  const t = useTranslations('Musician.upload')
  const { file, problem, typed, pick, change, submit } = useUploadForm(first, onSubmit)
  const left = known.limit - known.used
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 content-start gap-3">
        <SongPicker file={file} problem={problem} onPick={(chosen) => void pick(chosen)} />
        <p className="text-sm text-soft">{t('places', { left, limit: known.limit })}</p>
      </div>
      <div className="grid grid-cols-1 content-start gap-5">
        <Field
          name="title"
          label={t('title')}
          hint={t('titleHint')}
          autoComplete="off"
          maxLength={trackTextMax.title}
          value={typed.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <Field
          name="artist"
          label={t('artist')}
          hint={t('artistHint')}
          autoComplete="off"
          maxLength={trackTextMax.artist}
          value={typed.artist}
          onChange={(event) => change({ artist: event.target.value })}
        />
        <TextAreaField
          name="description"
          label={t('description')}
          rows={3}
          maxLength={trackTextMax.description}
          value={typed.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <Field
          name="tags"
          label={t('tags')}
          hint={t('tagsHint')}
          autoComplete="off"
          value={typed.tags}
          onChange={(event) => change({ tags: event.target.value })}
        />
        <Button type="submit" tone="loud" size="large" className="sm:justify-self-start">
          <Upload aria-hidden="true" className="size-5" /> {t('submit')}
        </Button>
      </div>
    </form>
  )
}
