import { UnsubscribeScreen } from '#components/notifications/unsubscribe-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('Unsubscribe')

export default function Unsubscribe() {
  return (
    <PageMessages namespaces={['Unsubscribe', 'Notifications']}>
      <UnsubscribeScreen />
    </PageMessages>
  )
}
