import { useTranslations } from 'next-intl'
import { Fact, Facts } from '#components/review/facts.tsx'
import { useFileSize } from '#components/ui/use-file-size.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { formatDuration } from '#lib/client/formats/amounts.ts'
import type { ReviewedTrack } from '#lib/contract/tracks/calls.ts'

export function TrackFacts({ track: item }: { track: ReviewedTrack }) {
  const t = useTranslations('Review')
  const formats = useFormats()
  const fileSize = useFileSize()
  return (
    <Facts>
      <Fact name={t('track.artist')}>{item.artist}</Fact>
      <Fact name={t('track.musician')}>
        {item.musician.display_name} <span className="font-normal text-soft">({item.musician.username})</span>
      </Fact>
      <Fact name={t('track.genre')}>{item.genre}</Fact>
      <Fact name={t('track.length')} figures>
        {formatDuration(item.duration)}
      </Fact>
      <Fact name={t('track.size')} figures>
        {fileSize(item.file_size)}
      </Fact>
      <Fact name={t('track.tags')}>{item.tags.join(', ')}</Fact>
      <Fact name={t('track.uploaded')}>{formats.moment(item.upload_date)}</Fact>
      <Fact name={t('track.description')}>
        {item.description ? <UserText className="font-normal">{item.description}</UserText> : ''}
      </Fact>
    </Facts>
  )
}
