import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { KycScreen } from '#components/kyc/kyc-screen.tsx'
import { MemberPage } from '#components/shell/member-page.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Kyc')
  return { title: t('title'), robots: { index: false } }
}

export default async function KycUpload() {
  const t = await getTranslations('Kyc')
  return (
    <MemberPage title={t('title')} intro={t('intro')} namespaces={['Kyc']} width="form">
      <KycScreen />
    </MemberPage>
  )
}
