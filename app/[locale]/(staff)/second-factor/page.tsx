import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/accounts/account-page.tsx'
import { SecondFactorScreen } from '#components/accounts/second-factor/second-factor-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('SecondFactor')

export default async function SecondFactor() {
  const t = await getTranslations('SecondFactor')
  return (
    <AccountPage heading={t('heading')} intro={t('intro')}>
      <PageMessages namespaces={['SecondFactor']}>
        <SecondFactorScreen />
      </PageMessages>
    </AccountPage>
  )
}
