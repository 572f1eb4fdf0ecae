import { getTranslations } from 'next-intl/server'
import { AnswerStatus } from '#components/shell/answer-status.tsx'
import { Notice } from '#components/shell/notice.tsx'

/** Unknown, or nobody has danced to it in public. */
export async function SongMissing() {
  const t = await getTranslations('Song')
  return (
    <>
      <AnswerStatus status={404} />
      <Notice title={t('notFound')} action={{ href: '/', words: t('backHome') }}>
        {t('notFoundDetail')}
      </Notice>
    </>
  )
}
