import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/accounts/account-page.tsx'
import { RegisterForm } from '#components/accounts/register-form.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { listed } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = listed('Register', '/register')

export default async function Register() {
  const t = await getTranslations('Register')
  return (
    <AccountPage heading={t('heading')} intro={t('intro')}>
      <PageMessages namespaces={['Register', 'PasswordStrength']}>
        <RegisterForm />
      </PageMessages>
    </AccountPage>
  )
}
