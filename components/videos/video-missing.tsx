import { getTranslations } from 'next-intl/server'
import { AnswerStatus } from '#components/shell/answer-status.tsx'
import { Notice } from '#components/shell/notice.tsx'

/** Unknown, or not approved: nobody can tell which. */
export async function VideoMissing() {
  const t = await getTranslations('Video')
  return (
    <>
      <AnswerStatus status={404} />
      <Notice title={t('notFound')} action={{ href: '/', words: t('backHome') }}>
        {t('notFoundDetail')}
      </Notice>
    </>
  )
}
