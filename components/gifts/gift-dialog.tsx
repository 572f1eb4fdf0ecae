import { LoaderCircle } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { useHeldPlayback } from '#components/videos/player/use-held-playback.ts'
import { showToast, type Toast } from '#lib/client/browser/toasts.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import {
  type GiftProgress,
  giftProgress,
  isSettled,
  isUnsent,
  useGift,
  useNow,
} from '#lib/client/gifts/gift-progress.ts'
import { forgetOpenGift, type OpenGift } from '#lib/client/gifts/open-gift.ts'
import { rememberedPhone } from '#lib/client/gifts/remembered-phone.ts'
import { api } from '#lib/client/http/api.ts'
import { setVoteCount } from '#lib/client/videos/follow-votes.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { StepBody } from './gift-shell.tsx'
import { ConfirmStep, SelectStep, WaitStep } from './order-steps.tsx'
import { notOrderedWords, PayStep, payTitle } from './pay-step.tsx'
import type { GiftFlowState } from './use-gift-flow.ts'
import { findStored, useGiftFlow } from './use-gift-flow.ts'

export function GiftDialog() {
  const t = useTranslations('Gift')
  const select = useTranslations('GiftSelect')
  const flow = useGiftFlow()
  const { state, dispatch, settle, lose } = flow
  const { step, open, request } = state
  const { gift, unknown, promptedAt, take } = useGift(open?.id ?? null, open?.startedAt ?? 0)
  // The page /pay/{id} shows the gift's progress itself.
  const isOnItsPage = usePathname() === `/pay/${open?.id}`
  const at = useNow(open !== null && !state.settled)
  const progress = gift && open ? giftProgress(gift, promptedAt, at) : null

  useEffect(() => {
    if (!open) return
    if (unknown) return lose(open.id)
    // A told outcome can change, such as by a Paybill payment after a refusal.
    if (!gift || !isSettled(gift) || gift.status === open.told) return
    settle(gift)
    void announce(gift, step === 'pay' || isOnItsPage, t)
  }, [gift, unknown, open, step, isOnItsPage, settle, lose, t])

  const unsentId = gift && isUnsent(gift) ? gift.id : null
  useEffect(() => dispatch({ type: 'unsent', id: unsentId }), [unsentId, dispatch])

  const subject = step === 'pay' ? (gift?.video_title ?? open?.title) : request?.title
  useHeldPlayback(step !== 'closed')
  const close = () => {
    dispatch({ type: 'closed' })
    // If no new gift was started, shows the payment that this device has stored.
    if (!open) findStored(dispatch)
  }
  const title = titleOf(state, progress, t) ?? select('title')
  return (
    <>
      <Dialog
        open={step !== 'closed'}
        onClose={close}
        title={title}
        description={subject}
        still={state.isHandedOver}
      >
        {/* Always rendered: screen readers can skip a live region that arrives with its text. */}
        <p aria-live="polite" className="sr-only">
          {step === 'pay' && open ? spokenState(progress, open, t) : null}
        </p>
        <StepBody
          key={step === 'pay' ? progress?.kind : step}
          title={title}
          focused={step === 'select' ? state.focused : null}
        >
          {step === 'select' && request ? (
            <SelectStep
              request={request}
              initial={state.quantity}
              isQuick={rememberedPhone() !== ''}
              onPick={(quantity) => dispatch({ type: 'picked', quantity })}
            />
          ) : null}
          {step === 'confirm' ? (
            <ConfirmStep
              quantity={state.quantity}
              phone={state.phone}
              sending={state.sending}
              problem={state.problem}
              paybill={request?.paybill ?? null}
              isCancelled={state.wasCancelled}
              onBack={() => dispatch({ type: 'back' })}
              onSend={flow.send}
            />
          ) : null}
          {step === 'wait' && state.waiting ? (
            <WaitStep gift={state.waiting} onCancel={flow.cancel} onClose={close} />
          ) : null}
          {step === 'pay' && open ? (
            <PayStep
              open={open}
              gift={gift}
              progress={progress}
              onTake={take}
              onAgain={() => {
                if (state.settled) forgetOpenGift(open.id)
                dispatch({ type: 'again' })
              }}
              onResend={() => {
                forgetOpenGift(open.id)
                void flow.resend()
              }}
              onMore={() => dispatch({ type: 'more' })}
              onLeave={() => flow.leave(open.id)}
              onEnd={() => lose(open.id)}
              onClose={close}
            />
          ) : null}
        </StepBody>
      </Dialog>
      {step === 'closed' && open && !state.waiting && !state.settled && !isOnItsPage ? (
        <OpenGiftPill
          words={t(unsentId ? 'pillUnsent' : 'pill', { count: open.quantity })}
          isUnderWay={unsentId === null}
          onShow={() => dispatch({ type: 'shown' })}
        />
      ) : null}
      {step === 'closed' && state.waiting ? (
        <OpenGiftPill
          words={t(`waits.${state.waiting.waitsFor}.status`, { count: state.waiting.quantity })}
          isUnderWay
          onShow={() => dispatch({ type: 'shown' })}
        />
      ) : null}
    </>
  )
}

type GiftTexts = ReturnType<typeof useTranslations<'Gift'>>

function titleOf(
  { step, waiting }: GiftFlowState,
  progress: GiftProgress | null,
  t: GiftTexts,
): string | null {
  if (step === 'pay') return payTitle(progress, t)
  if (step === 'wait' && waiting) return t(`waits.${waiting.waitsFor}.title`)
  return step === 'confirm' ? t('confirmTitle') : null
}

/** The payment's state for screen readers, without the texts that are alerts already. */
function spokenState(progress: GiftProgress | null, { phone, notOrdered }: OpenGift, t: GiftTexts): string {
  const name = payTitle(progress, t)
  const title = notOrdered ? `${name}. ${notOrderedWords(notOrdered, t)}` : name
  if (progress?.kind === 'prompt')
    return `${title}. ${t('promptStep1', { phone: formatPhone(phone) })} ${t('promptStep3')}`
  return progress?.kind === 'paybill' ? `${title}. ${t(`failures.${progress.failure}.detail`)}` : title
}

/** Tells the outcome in a toast if it is not on the screen, and updates the video's vote count. */
async function announce(gift: GiftView, isShown: boolean, t: GiftTexts): Promise<void> {
  if (!isShown) showToast(outcomeToast(gift, t))
  if (gift.status !== 'completed') return
  try {
    const video = await api('GET /videos/{id}/', { path: { id: gift.video_id } })
    setVoteCount(video.id, video.vote_count)
  } catch {
    // The socket reports the count too.
  }
}

type OpenGiftPillProps = {
  words: string
  /** False for an unpaid gift, which needs an action of the user. */
  isUnderWay: boolean
  onShow: () => void
}

function OpenGiftPill({ words, isUnderWay, onShow }: OpenGiftPillProps) {
  const t = useTranslations('Gift')
  return (
    <button
      type="button"
      onClick={onShow}
      className="open-gift fixed inset-x-3 bottom-3 z-20 mx-auto flex min-h-13 max-w-md animate-rise items-center gap-3 rounded-full max-[15rem]:flex-wrap max-[15rem]:gap-y-0 max-[15rem]:rounded-3xl max-[15rem]:py-2 bg-leaf px-5 text-start text-on-leaf shadow-lift"
    >
      {isUnderWay ? (
        <LoaderCircle aria-hidden="true" className="size-5 shrink-0 animate-spin max-[15rem]:hidden" />
      ) : null}
      <span className="min-w-0 flex-1 max-[15rem]:basis-full font-semibold">{words}</span>
      <span className="shrink-0 underline underline-offset-4">{t('pillShow')}</span>
    </button>
  )
}

/** Only a failed gift is called unpaid: others may have been paid. */
export function outcomeToast(gift: GiftView, t: GiftTexts): Toast {
  const progress = giftProgress(gift, 0, 0)
  switch (progress.kind) {
    case 'completed':
      return {
        title: t('countedToast', { count: gift.vote_count }),
        description: gift.video_title,
        tone: 'good',
      }
    case 'failed':
      return { title: t('failedToast'), description: t(`failures.${progress.failure}.title`), tone: 'bad' }
    case 'expired':
    case 'under_review':
    case 'refunded':
      return { title: t(`titles.${progress.kind}`), description: t(`failures.${progress.kind}.detail`) }
    default:
      return { title: t(`titles.${progress.kind}`) }
  }
}
