import { getTranslations } from 'next-intl/server'
import { StatusBoard } from '#components/health/status-board.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { listed } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = listed('Status', '/status')

export default async function Status() {
  const t = await getTranslations('Status')
  return (
    <div className="mx-auto max-w-2xl px-4 pt-8 pb-20 lg:pt-14">
      <h1 className="text-4xl lg:text-6xl">{t('title')}</h1>
      <p className="mt-3 max-w-xl text-lg text-soft">{t('intro')}</p>
      <PageMessages namespaces={['Status']}>
        <StatusBoard />
      </PageMessages>
    </div>
  )
}
