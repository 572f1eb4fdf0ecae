import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import { PaidFacts } from '#components/gifts/pay-views.tsx'
import { buttonStyle } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'

export function Receipt({ gift }: { gift: GiftView }) {
  const t = useTranslations('Pay')
  const locale = useLocale()
  const formats = useFormats()
  const date = new Intl.DateTimeFormat(formatLocales[isLocale(locale) ? locale : defaultLocale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Africa/Nairobi',
  })
  return (
    <>
      <div className="relative mt-5 overflow-hidden rounded-3xl bg-night px-6 pt-7 pb-9 text-on-night">
        <p className="figures font-display text-7xl font-extrabold text-marigold">
          {`+${formats.count(gift.vote_count)}`}
        </p>
        <p role="status" className="mt-2 text-lg">
          {t('countedFor', { count: gift.vote_count, title: gift.video_title })}
        </p>
        <div aria-hidden="true" className="pindo absolute inset-x-0 bottom-0" />
      </div>
      <dl className="mt-5 grid gap-3">
        <PaidFacts
          gift={gift}
          words={{ receipt: t('receipt'), amount: t('amount'), copy: t('copyWord'), copied: t('copied') }}
        />
        <div className="figures flex justify-between gap-4 px-1">
          <dt className="text-soft">{t('when')}</dt>
          <dd className="font-semibold">
            <time dateTime={gift.created_at}>{date.format(new Date(gift.created_at))}</time>
          </dd>
        </div>
      </dl>
      <p className="mt-5 text-sm text-soft">{t('keep')}</p>
      <p className="mt-5">
        <Link
          href={`/video/${gift.video_id}`}
          className={buttonStyle({ tone: 'loud', size: 'large', wide: true })}
        >
          {t('toVideo')}
        </Link>
      </p>
    </>
  )
}
