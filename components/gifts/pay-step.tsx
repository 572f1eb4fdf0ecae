import { Share2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type CSSProperties, useEffect } from 'react'
import { FollowResult } from '#components/notifications/follow-result.tsx'
import { Button } from '#components/ui/button.tsx'
import { PaybillValues } from '#components/ui/paybill-values.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { buzz } from '#lib/client/browser/buzz.ts'
import { shareRequests } from '#lib/client/browser/share-requests.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { type GiftProgress, PROMPT_SECONDS } from '#lib/client/gifts/gift-progress.ts'
import type { OpenGift } from '#lib/client/gifts/open-gift.ts'
import type { GiftFailure, GiftView } from '#lib/contract/gifts/calls.ts'
import { CheckingView, ClaimLink, Countdown, NoPrompt, PaidFacts, QueuedNotice } from './pay-views.tsx'
import { PaymentPageView } from './payment-page-view.tsx'

type GiftTexts = ReturnType<typeof useTranslations<'Gift'>>

export function payTitle(progress: GiftProgress | null, t: GiftTexts): string {
  if (!progress) return t('startingTitle')
  if (progress.kind === 'failed') return t(`failures.${progress.failure}.title`)
  return t(`titles.${progress.kind}`)
}

type PayStepProps = {
  open: OpenGift
  gift: GiftView | null
  progress: GiftProgress | null
  onTake: (gift: GiftView) => void
  onAgain: () => void
  onResend: () => void
  onMore: () => void
  /** Leaves a payment whose prompt was not sent or has no outcome, and starts another. */
  onLeave: () => void
  /** Leaves a payment that needs nothing more from the user. */
  onEnd: () => void
  onClose: () => void
}

export function PayStep(props: PayStepProps) {
  return (
    <>
      {props.open.notOrdered ? <NotOrderedNote {...props.open.notOrdered} /> : null}
      <PayView {...props} />
    </>
  )
}

type NotOrdered = NonNullable<OpenGift['notOrdered']>

/** Tells which gift or phone was not ordered because another payment is open. */
export function notOrderedWords({ phone, ...asked }: NotOrdered, t: GiftTexts): string {
  return phone ? t('phoneNotAsked', { phone: formatPhone(phone) }) : t('notOrdered', asked)
}

function NotOrderedNote(asked: NotOrdered) {
  const t = useTranslations('Gift')
  return <p className="mt-5 rounded-2xl bg-sunken px-4 py-4 font-semibold">{notOrderedWords(asked, t)}</p>
}

function PayView({
  open,
  gift,
  progress,
  onTake,
  onAgain,
  onResend,
  onMore,
  onLeave,
  onEnd,
  onClose,
}: PayStepProps) {
  if (!gift || !progress) return <CheckingView gift={null} quantity={open.quantity} />
  switch (progress.kind) {
    case 'prompt':
      return <PromptView gift={gift} phone={open.phone} secondsLeft={progress.secondsLeft} />
    case 'queued':
      return <QueuedView gift={gift} seconds={progress.seconds} />
    case 'unsure':
    case 'over':
      return <UnclearView kind={progress.kind} gift={gift} phone={open.phone} onAgain={onLeave} />
    case 'checking':
      return <CheckingView gift={gift} quantity={gift.vote_count} phone={open.phone} />
    case 'paybill':
      return (
        <PaymentPageView
          gift={gift}
          canRetry={progress.canRetry}
          failure={progress.failure}
          onTake={onTake}
          onLeave={onLeave}
        />
      )
    case 'closed':
      return (
        <ClosedView
          mayBePaid={gift.prompt === 'over'}
          onClose={gift.failure || gift.prompt === 'over' ? onEnd : onClose}
        />
      )
    case 'completed':
      return (
        <SuccessView gift={gift} dancer={open.dancer || gift.video_title} onMore={onMore} onClose={onClose} />
      )
    case 'failed':
      if (gift.paybill === null) return <ClosedView failure={progress.failure} onClose={onClose} />
      return (
        <FailedView
          failure={progress.failure}
          onAgain={isWorthTheSame(progress.failure) ? onResend : onAgain}
          gift={gift}
          phone={open.phone}
        />
      )
    default:
      return <FailedView failure={progress.kind} onAgain={onAgain} gift={gift} phone={open.phone} />
  }
}

/** Tells if the same order may succeed without changes. */
function isWorthTheSame(failure: GiftFailure): boolean {
  return failure === 'no_answer' || failure === 'wrong_pin'
}

type FailedViewProps = {
  failure: GiftFailure | 'expired' | 'under_review' | 'refunded'
  onAgain: () => void
  gift: GiftView
  phone: string
}

function FailedView({ failure, onAgain, gift, phone }: FailedViewProps) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-4 grid gap-5">
      <p role="alert" className="text-lg">
        {unbroken(t(`failures.${failure}.detail`))}
      </p>
      {failure === 'under_review' || failure === 'refunded' ? (
        <a
          href={`/pay/${gift.id}`}
          target="_blank"
          rel="noopener"
          className="tap inline-flex items-center justify-center rounded-full border border-edge px-5 font-semibold"
        >
          {t(`failures.${failure}.next`)}
        </a>
      ) : (
        <Button tone="money" size="large" wide onClick={onAgain}>
          {t(`failures.${failure}.next`)}
        </Button>
      )}
      {failure === 'no_answer' ? <NoPrompt gift={gift} phone={phone} /> : null}
    </div>
  )
}

type ClosedViewProps = {
  /** Undefined if the outcome is unknown. */
  failure?: GiftFailure
  /** M-Pesa has not reported the outcome, so the payment may have succeeded. */
  mayBePaid?: boolean
  onClose: () => void
}

function ClosedView({ failure, mayBePaid, onClose }: ClosedViewProps) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-4 grid gap-5">
      {failure ? <p role="alert">{unbroken(t(`failures.${failure}.detail`))}</p> : null}
      <p role="status">{unbroken(t(failure ? 'closedFailed' : 'closedDetail'))}</p>
      {mayBePaid ? <ClaimLink /> : null}
      <Button size="large" wide onClick={onClose}>
        {t('done')}
      </Button>
    </div>
  )
}

type PromptViewProps = { gift: GiftView; phone: string; secondsLeft: number }

function PromptView({ gift, phone, secondsLeft }: PromptViewProps) {
  const t = useTranslations('Gift')
  const formats = useFormats()
  return (
    <div className="mt-5 grid gap-5">
      <div className="flex items-center gap-5 max-[15rem]:flex-wrap">
        <Countdown secondsLeft={secondsLeft} total={PROMPT_SECONDS} />
        <ol className="grid gap-2">
          <li>{t('promptStep1', { phone: formatPhone(phone) })}</li>
          <li>{t('promptStep2', { amount: formats.shillings(gift.amount) })}</li>
          <li>{unbroken(t('promptStep3'))}</li>
        </ol>
      </div>
      <dl className="figures grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-2xl bg-sunken px-4 py-4">
        <dt className="text-soft">{t('asker')}</dt>
        <dd className="text-end font-semibold">
          {gift.paybill ? t('askerName', { number: gift.paybill.business_number }) : t('askerPlain')}
        </dd>
        <dt className="text-soft">{t('amount')}</dt>
        <dd className="text-end font-semibold">{formats.shillings(gift.amount)}</dd>
      </dl>
      <p className="text-sm text-soft">{unbroken(t('promptSafe'))}</p>
      <NoPrompt gift={gift} phone={phone} />
    </div>
  )
}

/** The prompt is queued behind others. */
function QueuedView({ gift, seconds }: { gift: GiftView; seconds: number }) {
  const t = useTranslations('Gift')
  return (
    <div className="grid gap-5">
      <QueuedNotice seconds={seconds} />
      {gift.paybill ? (
        <section className="grid gap-2">
          <h3 className="text-lg">{t('queuedByHand')}</h3>
          <PaybillValues paybill={gift.paybill} amount={gift.amount} />
        </section>
      ) : null}
    </div>
  )
}

type UnclearViewProps = {
  kind: 'unsure' | 'over'
  gift: GiftView
  phone: string
  onAgain: () => void
}

/** The prompt's arrival or outcome is unknown. */
function UnclearView({ kind, gift, phone, onAgain }: UnclearViewProps) {
  const t = useTranslations('Gift')
  return (
    <div className="mt-5 grid gap-5">
      <p role="status" className="rounded-2xl bg-sunken px-4 py-4">
        {unbroken(kind === 'unsure' ? t('unsureDetail', { phone: formatPhone(phone) }) : t('overDetail'))}
      </p>
      {gift.paybill ? (
        <section className="grid gap-2">
          <h3 className="text-lg">{t(kind === 'unsure' ? 'unsureByHand' : 'overByHand')}</h3>
          <PaybillValues paybill={gift.paybill} amount={gift.amount} />
        </section>
      ) : null}
      {kind === 'over' ? (
        <div className="grid gap-2">
          <Button size="large" wide onClick={onAgain}>
            {t('overAgain')}
          </Button>
          <p className="text-sm text-soft">{t('overAgainNote')}</p>
          <ClaimLink />
        </div>
      ) : null}
    </div>
  )
}

type SuccessViewProps = { gift: GiftView; dancer: string; onMore: () => void; onClose: () => void }

function SuccessView({ gift, dancer, onMore, onClose }: SuccessViewProps) {
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
