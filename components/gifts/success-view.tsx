import { Share2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type CSSProperties, useEffect } from 'react'
import { FollowResult } from '#components/notifications/follow-result.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { buzz } from '#lib/client/browser/buzz.ts'
import { shareRequests } from '#lib/client/browser/share-requests.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { PaidFacts } from './pay-views.tsx'

type SuccessViewProps = { gift: GiftView; dancer: string; onMore: () => void; onClose: () => void }

export function SuccessView({ gift, dancer, onMore, onClose }: SuccessViewProps) {
  const t = useTranslations('Gift')
  const formats = useFormats()
  useEffect(() => buzz([40, 60, 40]), [])
  return (
    <div className="mt-5 grid gap-5">
      <div className="relative overflow-hidden rounded-2xl bg-night px-5 pt-6 pb-8 text-on-night">
        <Burst />
        {/* A status, so that screen readers read the result out. */}
        <div role="status">
          <p className="figures animate-land font-display text-6xl font-extrabold text-marigold">
            {`+${formats.count(gift.vote_count)}`}
          </p>
          <p className="mt-1 text-lg">{t('successLine', { count: gift.vote_count, dancer })}</p>
          <Moved place={gift.place} />
        </div>
        <div aria-hidden="true" className="pindo absolute inset-x-0 bottom-0" />
      </div>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button tone="loud" size="large" onClick={onMore}>
          {t('giveMore')}
        </Button>
        <Button
          size="large"
          onClick={() => shareRequests.emit({ title: gift.video_title, videoId: gift.video_id })}
        >
          <Share2 aria-hidden="true" className="size-5" /> {t('share')}
        </Button>
      </div>
      <dl className="grid gap-3">
        <PaidFacts
          gift={gift}
          words={{ receipt: t('receipt'), amount: t('amount'), copy: t('copyWord'), copied: t('copied') }}
        />
      </dl>
      <FollowResult challengeId="current" level="h3" />
      <div className="grid grid-cols-2 gap-2">
        <a
          href={`/pay/${gift.id}`}
          target="_blank"
          rel="noopener"
          className="tap inline-flex items-center justify-center text-center font-semibold underline underline-offset-4"
        >
          {t('receiptLink')}
        </a>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </div>
  )
}

function Moved({ place }: { place: GiftView['place'] }) {
  const t = useTranslations('Gift')
  if (!place) return null
  const { with: to, without: from } = place
  return (
    <p className="figures mt-2 text-xl font-bold">
      {from === null ? t('entered', { to }) : from > to ? t('moved', { from, to }) : t('stands', { to })}
    </p>
  )
}

const SPARKS = 14

function Burst() {
  return (
    <div aria-hidden="true" className="burst">
      {Array.from({ length: SPARKS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity
        <i key={index} style={{ '--turn': `${index * 26}deg` } as CSSProperties} />
      ))}
    </div>
  )
}
