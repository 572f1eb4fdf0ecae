import { Hourglass } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useServerWords } from '#lib/client/messages/use-server-words.ts'
import { readAmount } from '#lib/client/transfers/transfer-amount.ts'
import type { FundTransfer } from '#lib/contract/transfers/calls.ts'
import { useDecision } from './use-transfer.ts'
import { useTransfers } from './use-wallets.ts'

type Asked = { transfer: FundTransfer; decision: 'approve' | 'reject' }

/** Transfers that are waiting for another super admin; nothing where none are. */
export function WaitingTransfers({ onDecided }: { onDecided: () => void }) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const inWords = useServerWords()
  const { data } = useTransfers()
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!data || data.waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting-transfers">
      <h3 id="waiting-transfers" className="flex items-center gap-2 text-lg">
        <Hourglass aria-hidden="true" className="size-5 text-drum" /> {t('waiting.title')}
      </h3>
      <ul className="mt-2 grid gap-3">
        {data.waiting.map((transfer) => (
          <li
            key={transfer.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-edge bg-surface p-4"
          >
            <div className="min-w-0">
              <p className="figures text-lg font-semibold">{formats.shillings(transfer.amount)}</p>
              <p>
                {t('fromTo', {
                  from: inWords(transfer.source.wallet_type_display),
                  to: inWords(transfer.destination.wallet_type_display),
                })}
              </p>
              <p className="text-sm text-soft wrap-anywhere">
                {t('waiting.asked', {
                  name: transfer.requested_by,
                  time: formats.moment(transfer.requested_at),
                })}
                {transfer.description ? ` “${transfer.description}”` : null}
              </p>
            </div>
            <div className="flex flex-wrap gap-2 max-sm:w-full">
              <Button className="max-sm:flex-1" onClick={() => setAsked({ transfer, decision: 'reject' })}>
                {t(transfer.is_own ? 'waiting.callOff' : 'waiting.reject')}
              </Button>
              {transfer.can_approve ? (
                <Button
                  tone="money"
                  className="max-sm:flex-1"
                  onClick={() => setAsked({ transfer, decision: 'approve' })}
                >
                  {t('waiting.approve')}
                </Button>
              ) : (
                <span className="self-center text-sm text-soft">{t(whyItWaits(transfer))}</span>
              )}
            </div>
          </li>
        ))}
      </ul>
      {asked ? <DecisionDialog asked={asked} onDecided={onDecided} onClose={() => setAsked(null)} /> : null}
    </section>
  )
}

/** Why whoever looks at it can not confirm it. */
function whyItWaits({ is_own, is_requester_gone }: FundTransfer) {
  if (is_requester_gone) return 'waiting.requesterGone'
  return is_own ? 'waiting.own' : 'waiting.notTwo'
}

type DecisionDialogProps = { asked: Asked; onDecided: () => void; onClose: () => void }

function DecisionDialog({ asked: { transfer, decision }, onDecided, onClose }: DecisionDialogProps) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const inWords = useServerWords()
  const { isBusy, problem, decide } = useDecision(() => {
    onDecided()
    onClose()
  })
  const isYes = decision === 'approve'
  return (
    <ConfirmDialog
      title={t(isYes ? 'waiting.approveTitle' : 'waiting.rejectTitle', {
        amount: formats.shillings(transfer.amount),
      })}
      description={t('fromTo', {
        from: inWords(transfer.source.wallet_type_display),
        to: inWords(transfer.destination.wallet_type_display),
      })}
      confirm={t(isYes ? 'waiting.approve' : 'waiting.reject')}
      tone={isYes ? 'money' : 'danger'}
      isBusy={isBusy}
      problem={problem}
      {...(isYes
        ? {
            typed: {
              label: t('confirm.type'),
              words: formats.shillings(transfer.amount),
              isMeant: (typed: string) => readAmount(typed) === transfer.amount,
            },
          }
        : {})}
      onConfirm={() => decide(transfer, decision)}
      onClose={onClose}
    />
  )
}
