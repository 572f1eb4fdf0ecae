import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/accounts/account-page.tsx'
import { AccountStatus } from '#components/accounts/account-status.tsx'
import { LoginForm } from '#components/accounts/login-form.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { listed } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = listed('Login', '/login')

export default async function Login() {
  const t = await getTranslations('Login')
  return (
    <AccountPage heading={t('heading')} intro={t('intro')}>
      <PageMessages namespaces={['Login', 'AccountStatus', 'Resend']}>
        <LoginForm />
        <AccountStatus />
      </PageMessages>
    </AccountPage>
  )
}
