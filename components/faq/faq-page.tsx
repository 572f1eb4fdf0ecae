import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { getStartedPath } from '#components/shell/navigation.ts'
import { buttonStyle } from '#components/ui/button.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { FaqSearch } from './faq-search.tsx'
import { FaqSwitch } from './faq-switch.tsx'

/** In display order. */
const faqKeys = [
  'what',
  'vote',
  'cost',
  'without',
  'winners',
  'join',
  'tracks',
  'musicians',
  'withdraw',
  'kyc',
] as const

/** Questions are `<details>`, so they open without scripts. */
export async function FaqPage() {
  const [t, claim] = await Promise.all([getTranslations('Faq'), getTranslations('Claim')])
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 pb-20 lg:pt-14">
      <h1 className="text-4xl lg:text-6xl">{t('title')}</h1>
      <p className="mt-3 max-w-xl text-lg text-soft">{t('intro')}</p>
      <div className="mt-6 grid gap-4">
        <FaqSearch list="faq-list" words={{ label: t('search'), none: t('searchNone') }} />
        <FaqSwitch list="faq-list" words={{ expand: t('expandAll'), collapse: t('collapseAll') }} />
      </div>
      <div id="faq-list" className="mt-4 border-t border-line">
        {faqKeys.map((key) => (
          <details key={key} id={key} className="group scroll-mt-20 border-b border-line">
            <summary className="flex min-h-16 items-center justify-between gap-4 py-4 font-display text-xl font-bold [&::-webkit-details-marker]:hidden">
              {t(`questions.${key}.question`)}
              <span
                aria-hidden="true"
                className="grid size-9 shrink-0 place-items-center rounded-full bg-marigold text-2xl leading-none text-on-marigold transition-transform group-open:rotate-45"
              >
                +
              </span>
            </summary>
            <p className="max-w-prose leading-relaxed text-soft">{unbroken(t(`questions.${key}.answer`))}</p>
            <a
              href={`#${key}`}
              className="tap mb-3 inline-flex items-center text-sm text-soft underline underline-offset-4"
            >
              {t('link')}
              <span className="sr-only">: {t(`questions.${key}.question`)}</span>
            </a>
          </details>
        ))}
      </div>
      <div className="mt-12 grid grid-cols-1 gap-4">
        <WayOn title={claim('title')} detail={claim('intro')}>
          <Link prefetch={false} href="/claim" className={buttonStyle({ tone: 'money' })}>
            {claim('submit')}
          </Link>
        </WayOn>
        <WayOn title={t('rulesTitle')} detail={t('rulesDetail')}>
          <Link prefetch={false} href="/rules" className={buttonStyle()}>
            {t('rules')}
          </Link>
        </WayOn>
        <WayOn title={t('statusTitle')} detail={t('statusDetail')}>
          <Link prefetch={false} href="/status" className={buttonStyle()}>
            {t('status')}
          </Link>
        </WayOn>
        <WayOn title={t('pastTitle')} detail={t('pastDetail')}>
          <Link prefetch={false} href="/results" className={buttonStyle()}>
            {t('past')}
          </Link>
        </WayOn>
      </div>
      <section className="relative mt-6 overflow-hidden rounded-3xl bg-night px-6 pt-10 pb-12 text-on-night lg:px-10">
        <h2 className="text-3xl">{t('startTitle')}</h2>
        <p className="mt-2 max-w-md text-on-night-soft">{t('startDetail')}</p>
        <Link
          prefetch={false}
          href={getStartedPath}
          className={buttonStyle({ tone: 'loud', size: 'large', className: 'mt-6' })}
        >
          {t('start')}
        </Link>
        <div aria-hidden="true" className="pindo absolute inset-x-0 bottom-0" />
      </section>
    </div>
  )
}

/** @param children the link to another page */
function WayOn({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-3xl bg-sunken px-6 py-6 lg:px-10">
      <div className="min-w-0 flex-1 basis-[min(16rem,100%)]">
        <h2 className="text-2xl">{title}</h2>
        <p className="mt-1 text-soft">{unbroken(detail)}</p>
      </div>
      {children}
    </section>
  )
}
