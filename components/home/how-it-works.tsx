import { getTranslations } from 'next-intl/server'
import { PageLink } from '#components/ui/page-link.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { formatShillings } from '#lib/client/formats/amounts.ts'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import { GIFT_PRICE_SHILLINGS, giftShares } from '#lib/contract/gifts/constants.ts'

type HowItWorksProps = {
  challenge: CurrentChallenge | null
  /** Adds links that wide screens show elsewhere. */
  isForPhones?: boolean
}

export async function HowItWorks({ challenge, isForPhones = false }: HowItWorksProps) {
  const t = await getTranslations('Aside')
  const price = formatShillings(GIFT_PRICE_SHILLINGS)
  return (
    <section className="rounded-3xl border border-line bg-surface p-5">
      <h2 className="text-lg">{t('how')}</h2>
      <ol className="mt-3 grid gap-2.5">
        <li>{t('step1')}</li>
        <li>{unbroken(t('step2', { price }))}</li>
        {challenge ? <li>{t('step3', { prize: formatShillings(challenge.prize_per_winner) })}</li> : null}
      </ol>
      <MoneySplit
        title={t('split', { price })}
        parts={[
          { name: t('dancer'), amount: giftShares.dancer, colour: 'bg-marigold' },
          { name: t('musician'), amount: giftShares.musician, colour: 'bg-drum' },
          { name: t('platform'), amount: giftShares.platform, colour: 'bg-edge' },
        ]}
      />
      <p className="mt-3 flex flex-wrap gap-x-6 text-sm text-soft">
        {challenge ? (
          <PageLink href="/tally/current" className={linkStyle}>
            {t('tally')}
          </PageLink>
        ) : null}
        {isForPhones ? (
          <>
            <PageLink href="/rules" className={linkStyle}>
              {t('rules')}
            </PageLink>
            <PageLink href="/results" className={linkStyle}>
              {t('past')}
            </PageLink>
          </>
        ) : null}
      </p>
    </section>
  )
}

const linkStyle = 'flex min-h-11 items-center underline hover:text-ink'

type MoneySplitProps = {
  title: string
  parts: { name: string; amount: number; colour: string }[]
}

function MoneySplit({ title, parts }: MoneySplitProps) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="text-base">{title}</h3>
      <div aria-hidden="true" className="mt-2 flex h-3 gap-0.5 overflow-hidden rounded-full">
        {parts.map(({ name, amount, colour }) => (
          <span key={name} className={colour} style={{ flexGrow: amount }} />
        ))}
      </div>
      <dl className="figures mt-2 flex justify-between gap-x-2 text-sm">
        {parts.map(({ name, amount }) => (
          <div key={name}>
            <dt className="text-soft">{name}</dt>
            <dd className="font-semibold">{formatShillings(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
