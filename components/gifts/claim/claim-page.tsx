import { getTranslations } from 'next-intl/server'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { ClaimForm } from './claim-form.tsx'
import { SampleMessage } from './sample-message.tsx'

/** For a payment that was made and not counted: its code finds it. */
export async function ClaimPage() {
  const t = await getTranslations('Claim')
  return (
    <div className="mx-auto grid max-w-5xl gap-x-16 px-4 pt-8 pb-20 lg:grid-cols-[minmax(0,1fr)_22rem] lg:px-6 lg:pt-14">
      <header className="lg:col-span-2">
        <h1 className="text-4xl lg:text-6xl">{t('title')}</h1>
        <p className="mt-3 max-w-xl text-lg text-balance text-soft">{t('intro')}</p>
      </header>
      <SampleMessage />
      <PageMessages namespaces={['Claim']}>
        <ClaimForm />
      </PageMessages>
    </div>
  )
}
