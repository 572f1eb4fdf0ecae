import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminScreen } from '#components/admin/admin-screen.tsx'
import { MemberPage } from '#components/layout/member-page.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Admin')
  return { title: t('title'), robots: { index: false } }
}

export default async function SuperAdmin() {
  const t = await getTranslations('Admin')
  return (
    <MemberPage title={t('title')} intro={t('intro')} namespaces={['Admin']}>
      <AdminScreen />
    </MemberPage>
  )
}
