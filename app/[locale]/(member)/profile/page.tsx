import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { MemberPage } from '#components/layout/member-page.tsx'
import { ProfileScreen } from '#components/profile/profile-screen.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Profile')
  return { title: t('title'), robots: { index: false } }
}

const namespaces = ['Profile', 'KycCard', 'Wallet', 'Subscription', 'Paybill', 'Pager', 'Ui'] as const

export default async function Profile() {
  const t = await getTranslations('Profile')
  return (
    <MemberPage title={t('title')} namespaces={namespaces}>
      <ProfileScreen />
    </MemberPage>
  )
}
