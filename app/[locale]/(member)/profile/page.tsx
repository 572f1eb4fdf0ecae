import { getTranslations } from 'next-intl/server'
import { ProfileScreen } from '#components/profiles/profile-screen.tsx'
import { MemberPage } from '#components/shell/member-page.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('Profile')

const namespaces = ['Profile', 'KycCard', 'Wallet', 'Subscription', 'Paybill', 'Pager'] as const

export default async function Profile() {
  const t = await getTranslations('Profile')
  return (
    <MemberPage title={t('title')} namespaces={namespaces}>
      <ProfileScreen />
    </MemberPage>
  )
}
