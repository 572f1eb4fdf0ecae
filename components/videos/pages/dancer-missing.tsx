import { getTranslations } from 'next-intl/server'
import { AnswerStatus } from '#components/shell/answer-status.tsx'
import { Notice } from '#components/shell/notice.tsx'

/** Unknown, closed or blocked: nobody can tell which. */
export async function DancerMissing() {
  const t = await getTranslations('Dancer')
  return (
    <>
      <AnswerStatus status={404} />
      <Notice title={t('notFound')} action={{ href: '/', words: t('backHome') }}>
        {t('notFoundDetail')}
      </Notice>
    </>
  )
}
