import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { MemberPage } from '#components/shell/member-page.tsx'
import { DashboardScreen } from '#components/tracks/dashboard-screen.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Musician')
  return { title: t('title'), robots: { index: false } }
}

export default async function MusicianDashboard() {
  const t = await getTranslations('Musician')
  return (
    <MemberPage
      title={t('heading')}
      intro={t('intro')}
      namespaces={['Musician', 'Statements', 'TrackPlayer', 'Ui']}
    >
      <DashboardScreen />
    </MemberPage>
  )
}
