import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/layout/notice.tsx'

export default async function NotFound() {
  const t = await getTranslations('NotFound')
  return (
    <Notice
      title={t('title')}
      action={{ href: '/', words: t('home') }}
      mark={<p className="font-display text-8xl font-extrabold text-drum lg:text-9xl">404</p>}
    >
      {t('detail')}
    </Notice>
  )
}
