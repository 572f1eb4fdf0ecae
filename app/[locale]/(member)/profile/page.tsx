import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ProfileScreen } from '#components/profiles/profile-screen.tsx'
import { MemberPage } from '#components/shell/member-page.tsx'

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
