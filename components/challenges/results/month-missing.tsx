import { getTranslations } from 'next-intl/server'
import { AnswerStatus } from '#components/shell/answer-status.tsx'
import { Notice } from '#components/shell/notice.tsx'

/** Unknown, or still running: neither has results. */
export async function MonthMissing() {
  const t = await getTranslations('Results')
  return (
    <>
      <AnswerStatus status={404} />
      <Notice title={t('missing')} action={{ href: '/results', words: t('all') }}>
        {t('missingDetail')}
      </Notice>
    </>
  )
}
