import { ConfirmFollowScreen } from '#components/notifications/confirm-follow-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('FollowResult')

export default function FollowResult() {
  return (
    <PageMessages namespaces={['FollowResult']}>
      <ConfirmFollowScreen />
    </PageMessages>
  )
}
