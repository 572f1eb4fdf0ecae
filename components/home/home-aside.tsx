import { getTranslations } from 'next-intl/server'
import { PageLink } from '#components/ui/page-link.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { formatShillings } from '#lib/client/formats/amounts.ts'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import { GIFT_PRICE_SHILLINGS, giftShares } from '#lib/contract/gifts/constants.ts'
import type { ListedRow } from '#lib/contract/leaderboard/calls.ts'
import { TopFive } from './top-five.tsx'
import { TopFiveList } from './top-five-list.tsx'

type HomeAsideProps = { challenge: CurrentChallenge | null; rows: ListedRow[] }

/** Beside the feed where there is room: who leads, how it works, where the money goes. */
export async function HomeAside({ challenge, rows }: HomeAsideProps) {
  const t = await getTranslations('Aside')
  const price = formatShillings(GIFT_PRICE_SHILLINGS)
  const words = { title: t('top'), all: t('all') }
  return (
    <aside className="hidden py-3 lg:block">
      <div className="sticky top-[calc(var(--header-height)+0.75rem)] grid gap-5">
        {rows.length > 0 ? (
          <TopFive initial={rows} words={words}>
            <TopFiveList rows={rows} words={words} />
          </TopFive>
        ) : null}
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
          {challenge ? (
            <PageLink
              href="/tally/current"
              className="mt-3 flex min-h-11 items-center text-sm text-soft underline hover:text-ink"
            >
              {t('tally')}
            </PageLink>
          ) : null}
        </section>
        <PageLink
          href="/results"
          className="tap inline-flex items-center justify-self-start px-5 font-semibold text-soft underline underline-offset-4 hover:text-ink"
        >
          {t('past')}
        </PageLink>
        <p className="hidden px-5 text-sm text-soft pointer-fine:block">
          <span className="font-semibold">{t('keys')}</span>
          <br />
          {t('keysDetail')}
        </p>
      </div>
    </aside>
  )
}

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
