import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/accounts/account-page.tsx'
import { RegisterForm } from '#components/accounts/register-form.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Register')
  return { title: t('title'), description: t('intro') }
}

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
