import { getTranslations } from 'next-intl/server'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { ClaimForm } from './claim-form.tsx'

/** Finds a payment that was not counted. */
export async function ClaimPage() {
  const t = await getTranslations('Claim')
  return (
    <div className="mx-auto grid max-w-5xl gap-x-16 px-4 pt-8 pb-20 lg:grid-cols-[minmax(0,1fr)_22rem] lg:px-6 lg:pt-14">
      <header className="lg:col-span-2">
        <h1 className="text-4xl lg:text-6xl">{t('title')}</h1>
        <p className="mt-3 max-w-xl text-lg text-balance text-soft">{unbroken(t('intro'))}</p>
      </header>
      <SampleMessage />
      <PageMessages namespaces={['Claim', 'Dispute']}>
        <ClaimForm />
      </PageMessages>
    </div>
  )
}

async function SampleMessage() {
  const t = await getTranslations('Claim')
  return (
    <figure className="mt-6 lg:order-last lg:mt-8">
      <figcaption className="text-sm font-semibold text-soft">{unbroken(t('sampleLabel'))}</figcaption>
      <p className="mt-2 rounded-3xl rounded-ss-md bg-sunken px-4 py-3 leading-relaxed">
        {t.rich('sample', {
          code: (words) => (
            <mark className="figures rounded-md bg-marigold px-1.5 py-0.5 font-bold text-on-marigold">
              {words}
            </mark>
          ),
        })}
      </p>
    </figure>
  )
}
