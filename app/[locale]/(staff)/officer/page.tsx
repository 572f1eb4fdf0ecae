import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '#components/desk/staff-page.tsx'
import { DeskScreen } from '#components/officer/desk-screen.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Officer')
  return { title: t('title'), robots: { index: false } }
}

export default async function Officer() {
  const t = await getTranslations('Officer')
  return (
    <StaffPage
      title={t('title')}
      namespaces={['Officer', 'Review', 'Kyc', 'TrackPlayer', 'Signals', 'Moderation']}
    >
      <DeskScreen />
    </StaffPage>
  )
}
