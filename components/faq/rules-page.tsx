import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { formatsIn } from '#components/challenges/results/result-formats.ts'
import { unbroken } from '#components/ui/unbroken.ts'
import type { Rules } from '#lib/contract/challenges/rules.ts'
import { GIFT_PRICE_SHILLINGS, giftShares, MAX_GIFTS } from '#lib/contract/gifts/constants.ts'
import { WITHDRAWAL_MAX, WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'
import { USUAL_FEE_SHILLINGS } from '#lib/contract/subscriptions/constants.ts'

const sections = ['month', 'money', 'limits', 'dancer', 'musician', 'help'] as const

export async function RulesPage({ rules, locale }: { rules: Rules; locale: string }) {
  const t = await getTranslations('Rules')
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 pb-20 lg:pt-14">
      <h1 className="text-4xl lg:text-6xl">{t('title')}</h1>
      <p className="mt-3 max-w-xl text-lg text-soft">{t('intro')}</p>
      <nav aria-label={t('contents')} className="mt-6 flex flex-wrap gap-2">
        {sections.map((section) => (
          <a
            key={section}
            href={`#${section}`}
            className="tap inline-flex items-center rounded-full border border-edge bg-surface px-4 font-semibold hover:bg-sunken"
          >
            {t(`${section}.title`)}
          </a>
        ))}
      </nav>
      <Part id="month" title={t('month.title')}>
        <Steps
          steps={[t('month.join'), t('month.dance'), t('month.vote'), t('month.count'), t('month.win')]}
        />
      </Part>
      <Part id="money" title={t('money.title')}>
        <Steps
          steps={[
            t('money.split', { price: GIFT_PRICE_SHILLINGS, ...giftShares }),
            t('money.pool'),
            t('money.once'),
            t('money.back'),
            t('money.list'),
          ]}
        />
      </Part>
      <Part id="limits" title={t('limits.title')}>
        <Limits rules={rules} locale={locale} />
      </Part>
      <Part id="dancer" title={t('dancer.title')}>
        <Steps
          isOrdered
          steps={[
            t('dancer.account'),
            t('dancer.kyc'),
            t('dancer.join'),
            t('dancer.submit'),
            t('dancer.share'),
          ]}
        />
      </Part>
      <Part id="musician" title={t('musician.title')}>
        <Steps
          isOrdered
          steps={[t('musician.account'), t('musician.kyc'), t('musician.upload'), t('musician.earn')]}
        />
      </Part>
      <Part id="help" title={t('help.title')}>
        <ul className="grid gap-2">
          {helps.map(([word, path]) => (
            <li key={word}>
              <Link
                href={path}
                prefetch={false}
                className="tap inline-flex items-center underline underline-offset-4"
              >
                {t(`help.${word}`)}
              </Link>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  )
}

const helps = [
  ['claim', '/claim'],
  ['faq', '/faq'],
  ['status', '/status'],
  ['tally', '/tally/current'],
] as const

function Part({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-12 scroll-mt-20">
      <h2 id={`${id}-title`} className="mb-3 text-3xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Steps({ steps, isOrdered = false }: { steps: readonly string[]; isOrdered?: boolean }) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List
      className={`grid max-w-prose gap-3 ps-5 leading-relaxed ${isOrdered ? 'list-decimal' : 'list-disc'}`}
    >
      {steps.map((step) => (
        <li key={step}>{unbroken(step)}</li>
      ))}
    </List>
  )
}

async function Limits({ rules, locale }: { rules: Rules; locale: string }) {
  const t = await getTranslations('Rules.limits')
  const formats = formatsIn(locale)
  const { month } = rules
  const dayOf = (day: number | null) => (day === null ? null : t('day', { day }))
  const votingFrom = month ? formats.day(month.votingStartsAt) : dayOf(rules.votingFrom)
  const submissionsTo = month ? formats.lastDay(month.submissionsEndAt) : dayOf(rules.submissionsTo)
  const lines: (readonly [string, string])[] = [
    [t('price'), formats.shillings(GIFT_PRICE_SHILLINGS)],
    [t('atOnce'), formats.count(MAX_GIFTS)],
    ...(rules.votesPerPhone === null ? [] : [[t('perPhone'), formats.count(rules.votesPerPhone)] as const]),
    ...(month
      ? [
          [t('fee'), formats.shillings(month.isLaunchOffer ? USUAL_FEE_SHILLINGS : month.fee)] as const,
          ...(month.isLaunchOffer ? [[t('launchFee'), formats.shillings(month.fee)] as const] : []),
          [
            t('prizes'),
            t('prizesValue', { winners: month.winners, prize: formats.shillings(month.prize) }),
          ] as const,
        ]
      : []),
    ...(votingFrom === null ? [] : [[t('votingFrom'), votingFrom] as const]),
    ...(submissionsTo === null ? [] : [[t('submissionsTo'), submissionsTo] as const]),
    ...(rules.ussdCode === null ? [] : [[t('ussd'), rules.ussdCode] as const]),
    [
      t('withdraw'),
      t('range', { from: formats.shillings(WITHDRAWAL_MIN), to: formats.shillings(WITHDRAWAL_MAX) }),
    ],
    [t('withdrawFee'), t('none')],
    [t('arrival'), t('arrivalValue')],
  ]
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{t('title')}</caption>
      <tbody>
        {lines.map(([word, value]) => (
          <tr key={word} className="border-b border-line">
            <th scope="row" className="py-3 pe-4 text-start font-normal text-soft wrap-anywhere">
              {unbroken(word)}
            </th>
            <td className="figures py-3 text-end font-semibold wrap-anywhere">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
