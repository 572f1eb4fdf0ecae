import { ForgotPasswordScreen } from '#components/accounts/forgot-password-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('ForgotPassword')

export default function ForgotPassword() {
  return (
    <PageMessages namespaces={['ForgotPassword', 'Resend']}>
      <ForgotPasswordScreen />
    </PageMessages>
  )
}
