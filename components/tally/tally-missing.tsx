import { getTranslations } from 'next-intl/server'
import { AnswerStatus } from '#components/layout/answer-status.tsx'
import { Notice } from '#components/layout/notice.tsx'

export async function TallyMissing() {
  const t = await getTranslations('Tally')
  return (
    <>
      <AnswerStatus status={404} />
      <Notice title={t('missing')} action={{ href: '/', words: t('backHome') }}>
        {t('missingDetail')}
      </Notice>
    </>
  )
}
