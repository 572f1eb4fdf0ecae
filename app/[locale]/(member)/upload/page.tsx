import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { MemberPage } from '#components/shell/member-page.tsx'
import { UploadScreen } from '#components/videos/submission/upload-screen.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Upload')
  return { title: t('title'), robots: { index: false } }
}

export default async function Upload() {
  const t = await getTranslations('Upload')
  return (
    <MemberPage title={t('heading')} intro={t('intro')} namespaces={['Upload', 'TrackPlayer']}>
      <UploadScreen />
    </MemberPage>
  )
}
