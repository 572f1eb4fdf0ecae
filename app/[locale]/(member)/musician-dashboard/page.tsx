import { getTranslations } from 'next-intl/server'
import { MemberPage } from '#components/shell/member-page.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'
import { DashboardScreen } from '#components/tracks/dashboard-screen.tsx'

export const dynamicParams = false

export const generateMetadata = unlisted('Musician')

export default async function MusicianDashboard() {
  const t = await getTranslations('Musician')
  return (
    <MemberPage
      title={t('heading')}
      intro={t('intro')}
      namespaces={['Musician', 'Statements', 'TrackPlayer', 'Pager']}
    >
      <DashboardScreen />
    </MemberPage>
  )
}
