import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/layout/notice.tsx'

/** Unknown, or not approved: nobody can tell which. */
export default async function VideoNotFound() {
  const t = await getTranslations('Video')
  return (
    <Notice title={t('notFound')} action={{ href: '/', words: t('backHome') }}>
      {t('notFoundDetail')}
    </Notice>
  )
}
