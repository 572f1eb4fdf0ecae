import { getTranslations } from 'next-intl/server'
import { AnswerStatus } from './answer-status.tsx'
import { Notice } from './notice.tsx'

export async function MissingPage() {
  const t = await getTranslations('NotFound')
  return (
    <>
      <AnswerStatus status={404} />
      <Notice
        title={t('title')}
        action={{ href: '/', words: t('home') }}
        mark={<p className="font-display text-8xl font-extrabold text-drum lg:text-9xl">404</p>}
      >
        {t('detail')}
      </Notice>
    </>
  )
}
