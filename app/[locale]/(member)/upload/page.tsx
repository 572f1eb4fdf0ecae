import { getTranslations } from 'next-intl/server'
import { MemberPage } from '#components/shell/member-page.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'
import { UploadScreen } from '#components/videos/submission/upload-screen.tsx'

export const dynamicParams = false

export const generateMetadata = unlisted('Upload')

export default async function Upload() {
  const t = await getTranslations('Upload')
  return (
    <MemberPage title={t('heading')} intro={t('intro')} namespaces={['Standing', 'Upload', 'TrackPlayer']}>
      <UploadScreen />
    </MemberPage>
  )
}
