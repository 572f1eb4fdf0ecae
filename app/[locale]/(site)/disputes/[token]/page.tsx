import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { FollowPage } from '#components/disputes/follow-page.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { NotFoundError } from '#lib/core/errors.ts'
import { followDispute } from '#lib/domain/disputes/queries.ts'

// Shows one person's payment, so it is never cached and sends no referrer.
export const dynamic = 'force-dynamic'

type DisputeProps = { params: Promise<{ locale: string; token: string }> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Dispute')
  return { title: t('title'), robots: { index: false }, referrer: 'no-referrer' }
}

export default async function Dispute({ params }: DisputeProps) {
  const { token } = await params
  return (
    <PageMessages namespaces={['Dispute']}>
      <FollowPage dispute={await read(decodeURIComponent(token))} />
    </PageMessages>
  )
}

async function read(token: string) {
  try {
    return await followDispute(token)
  } catch (error) {
    if (error instanceof NotFoundError) notFound()
    throw error
  }
}
