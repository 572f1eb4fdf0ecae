import { getTranslations } from 'next-intl/server'
import { NotificationsScreen } from '#components/notifications/notifications-screen.tsx'
import { MemberPage } from '#components/shell/member-page.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('Notifications')

export default async function Notifications() {
  const t = await getTranslations('Notifications')
  return (
    <MemberPage title={t('title')} intro={t('intro')} namespaces={['Notifications', 'Pager']}>
      <NotificationsScreen />
    </MemberPage>
  )
}
