import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ResetPasswordScreen } from '#components/accounts/reset-password-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('ResetPassword')
  return { title: t('title'), robots: { index: false } }
}

export default function ResetPassword() {
  return (
    <PageMessages namespaces={['ResetPassword', 'PasswordStrength']}>
      <ResetPasswordScreen />
    </PageMessages>
  )
}
