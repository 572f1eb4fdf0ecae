import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/shell/notice.tsx'

export default async function PaymentNotFound() {
  const t = await getTranslations('Pay')
  return (
    <Notice title={t('notFound')} action={{ href: '/', words: t('backHome') }}>
      {t('notFoundDetail')}
    </Notice>
  )
}
