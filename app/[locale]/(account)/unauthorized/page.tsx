import { getTranslations } from 'next-intl/server'
import { AccountType } from '#components/accounts/account-type.tsx'
import { Notice } from '#components/shell/notice.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('Unauthorized')

export default async function Unauthorized() {
  const t = await getTranslations('Unauthorized')
  return (
    <Notice title={t('title')} action={{ href: '/', words: t('home'), isSecond: true }}>
      <p>{t('detail')}</p>
      <AccountType words={{ label: t('accountType'), none: t('signedOut'), profile: t('profile') }} />
    </Notice>
  )
}
