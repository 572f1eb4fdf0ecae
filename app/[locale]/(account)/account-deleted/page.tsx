import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/shell/notice.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('AccountDeleted')

export default async function AccountDeleted() {
  const t = await getTranslations('AccountDeleted')
  return (
    <Notice title={t('title')} action={{ href: '/', words: t('home') }}>
      <p>{t('detail')}</p>
      <p className="mt-3">{t('mail')}</p>
    </Notice>
  )
}
