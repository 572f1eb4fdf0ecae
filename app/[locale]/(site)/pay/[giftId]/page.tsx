import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { PayScreen } from '#components/gifts/pay/pay-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { now } from '#lib/core/clock.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { getGift } from '#lib/domain/gifts/queries.ts'

// Shows one person's payment, so it is never cached.
export const dynamic = 'force-dynamic'

type PayProps = { params: Promise<{ locale: string; giftId: string }> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Pay')
  return { title: t('title'), robots: { index: false }, referrer: 'no-referrer' }
}

export default async function Pay({ params }: PayProps) {
  const { giftId } = await params
  const gift = await readGift(giftId)
  return (
    <PageMessages namespaces={['Gift', 'Pay', 'Paybill']}>
      <PayScreen initial={gift} renderedAt={now().getTime()} />
    </PageMessages>
  )
}

async function readGift(id: string) {
  if (!isUuid(id)) notFound()
  try {
    const gift = await getGift(id)
    // A client component takes text, not a sentence object.
    return { ...gift, message: String(gift.message) }
  } catch (error) {
    if (error instanceof NotFoundError) notFound()
    throw error
  }
}
