import { getTranslations } from 'next-intl/server'
import { StaffPage } from '#components/desk/staff-page.tsx'
import { DeskScreen } from '#components/officer/desk-screen.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('Officer')

export default async function Officer() {
  const t = await getTranslations('Officer')
  return (
    <StaffPage namespaces={['Review', 'Kyc', 'TrackPlayer', 'Signals', 'Moderation']}>
      <DeskScreen title={t('title')} />
    </StaffPage>
  )
}
