import { getTranslations } from 'next-intl/server'

/** M-PESA's message as it looks on a phone, with the code marked: that is what the form asks for. */
export async function SampleMessage() {
  const t = await getTranslations('Claim')
  return (
    <figure className="mt-6 lg:order-last lg:mt-8">
      <figcaption className="text-sm font-semibold text-soft">{t('sampleLabel')}</figcaption>
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
