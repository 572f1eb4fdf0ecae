import { getTranslations } from 'next-intl/server'
import { KycScreen } from '#components/kyc/kyc-screen.tsx'
import { MemberPage } from '#components/shell/member-page.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('Kyc')

export default async function KycUpload() {
  const t = await getTranslations('Kyc')
  return (
    <MemberPage title={t('title')} intro={t('intro')} namespaces={['Kyc']} width="form">
      <KycScreen />
    </MemberPage>
  )
}
