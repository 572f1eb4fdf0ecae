import { getLocale, getTranslations } from 'next-intl/server'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { monthTitle } from '#messages/month-title.ts'
import { TallyScreen } from './tally-screen.tsx'

type TallyPageProps = { challenge: { id: string; title: string } }

/** The parts that need no script. */
export async function TallyPage({ challenge }: TallyPageProps) {
  const t = await getTranslations('Tally')
  return (
    <div className="mx-auto max-w-6xl px-4 pt-8 pb-20 lg:px-6 lg:pt-14">
      <header>
        <p className="font-semibold text-drum">{monthTitle(challenge.title, await getLocale())}</p>
        <h1 className="text-4xl lg:text-6xl">{t('title')}</h1>
        <p className="mt-3 max-w-xl text-lg text-balance text-soft">{t('intro')}</p>
      </header>
      <PageMessages namespaces={['Tally']}>
        <TallyScreen challengeId={challenge.id} how={<HowItWorks />} />
      </PageMessages>
    </div>
  )
}

async function HowItWorks() {
  const t = await getTranslations('Tally')
  return (
    <section aria-labelledby="tally-how" className="rounded-3xl border border-line bg-surface p-5 lg:p-6">
      <h2 id="tally-how" className="text-xl">
        {t('howTitle')}
      </h2>
      <ol className="mt-3 grid list-decimal gap-3 ps-5 leading-relaxed marker:font-bold marker:text-drum">
        <li>{unbroken(t('how1'))}</li>
        <li>{t('how2')}</li>
        <li>{t('how3')}</li>
      </ol>
    </section>
  )
}
