import { ResetPasswordScreen } from '#components/accounts/reset-password-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('ResetPassword')

export default function ResetPassword() {
  return (
    <PageMessages namespaces={['ResetPassword', 'PasswordStrength']}>
      <ResetPasswordScreen />
    </PageMessages>
  )
}
