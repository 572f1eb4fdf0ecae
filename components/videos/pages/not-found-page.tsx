import { getTranslations } from 'next-intl/server'
import { AnswerStatus } from '#components/shell/answer-status.tsx'
import { Notice } from '#components/shell/notice.tsx'

/** For something unknown or not public; does not reveal which. */
export async function NotFoundPage({ of }: { of: 'Dancer' | 'Song' | 'Video' }) {
  const t = await getTranslations(of)
  return (
    <>
      <AnswerStatus status={404} />
      <Notice title={t('notFound')} action={{ href: '/', words: t('backHome') }}>
        {t('notFoundDetail')}
      </Notice>
    </>
  )
}
