import { useTranslations } from 'next-intl'
import { Fact, Facts } from '#components/review/facts.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { formatDuration } from '#lib/client/formats/amounts.ts'
import type { Video } from '#lib/contract/videos/calls.ts'

export function VideoFacts({ video: item }: { video: Video }) {
  const t = useTranslations('Review')
  const formats = useFormats()
  const monthTitle = useMonthTitle()
  return (
    <Facts>
      <Fact name={t('video.dancer')}>
        {item.dancer.display_name} <span className="font-normal text-soft">({item.dancer.username})</span>
      </Fact>
      <Fact name={t('video.location')}>{item.dancer.location}</Fact>
      <Fact name={t('video.song')}>{item.track.title}</Fact>
      <Fact name={t('video.artist')}>{item.track.artist}</Fact>
      <Fact name={t('video.challenge')}>{monthTitle(item.challenge.title)}</Fact>
      <Fact name={t('video.kind')}>{t(`video.kinds.${item.kind}`)}</Fact>
      <Fact name={t('video.length')} figures>
        {formatDuration(item.duration_seconds)}
      </Fact>
      <Fact name={t('video.submitted')}>{formats.moment(item.upload_date)}</Fact>
      <Fact name={t('video.description')}>
        {item.description ? <UserText className="font-normal">{item.description}</UserText> : ''}
      </Fact>
    </Facts>
  )
}
