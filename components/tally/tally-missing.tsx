import { getTranslations } from 'next-intl/server'
import { AnswerStatus } from '#components/shell/answer-status.tsx'
import { Notice } from '#components/shell/notice.tsx'

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
