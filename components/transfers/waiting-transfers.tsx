import { Hourglass } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { readAmount } from '#lib/client/transfers/transfer-amount.ts'
import type { FundTransfer } from '#lib/contract/transfers/calls.ts'
import { BalancePreview } from './balance-preview.tsx'
import { useTransferDecision } from './use-transfer.ts'
import { useTransfers } from './use-wallets.ts'

type Asked = { transfer: FundTransfer; decision: 'approve' | 'reject' }

export function WaitingTransfers({ onDecided }: { onDecided: () => void }) {
  const { data } = useTransfers()
  const [asked, setAsked] = useState<Asked | null>(null)
  const waiting = data?.waiting ?? []
  return (
    <>
      {waiting.length > 0 ? <WaitingList waiting={waiting} onAsk={setAsked} /> : null}
      {asked ? (
        <TransferDecisionDialog
          asked={asked}
          waiting={waiting.find(({ id }) => id === asked.transfer.id)}
          onDecided={onDecided}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

type WaitingListProps = { waiting: readonly FundTransfer[]; onAsk: (asked: Asked) => void }

function WaitingList({ waiting, onAsk }: WaitingListProps) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  return (
    <section aria-labelledby="waiting-transfers">
      <h3 id="waiting-transfers" className="flex items-center gap-2 text-lg">
        <Hourglass aria-hidden="true" className="size-5 text-drum" /> {t('waiting.title')}
      </h3>
      <ul className="mt-2 grid gap-3">
        {waiting.map((transfer) => (
          <li
            key={transfer.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-edge bg-surface p-4"
          >
            <div className="min-w-0">
              <p className="figures text-lg font-semibold">{formats.shillings(transfer.amount)}</p>
              <p>
                {t('fromTo', {
                  from: transfer.source.wallet_type_display,
                  to: transfer.destination.wallet_type_display,
                })}
              </p>
              <AskedBy transfer={transfer} className="text-sm text-soft" />
            </div>
            <div className="flex flex-wrap gap-2 max-sm:w-full">
              <Button className="max-sm:flex-1" onClick={() => onAsk({ transfer, decision: 'reject' })}>
                {t(transfer.is_own ? 'waiting.callOff' : 'waiting.reject')}
              </Button>
              {transfer.can_approve ? (
                <Button
                  tone="money"
                  className="max-sm:flex-1"
                  onClick={() => onAsk({ transfer, decision: 'approve' })}
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
    </section>
  )
}

function whyItWaits({ is_own, is_requester_gone }: FundTransfer) {
  if (is_requester_gone) return 'waiting.requesterGone'
  return is_own ? 'waiting.own' : 'waiting.notTwo'
}

function AskedBy({ transfer, className }: { transfer: FundTransfer; className?: string }) {
  const t = useTranslations('AdminWallets.waiting')
  const formats = useFormats()
  return (
    <p className={cn('wrap-anywhere', className)}>
      <span>{t('asked', { name: transfer.requested_by, time: formats.moment(transfer.requested_at) })}</span>
      {transfer.description ? <span> “{transfer.description}”</span> : null}
    </p>
  )
}

export function WhatIsConfirmed({ transfer }: { transfer: FundTransfer }) {
  return (
    <>
      <AskedBy transfer={transfer} />
      <BalancePreview source={transfer.source} destination={transfer.destination} amount={transfer.amount} />
    </>
  )
}

type TransferDecisionDialogProps = {
  asked: Asked
  /** The transfer's current row; undefined once decided. */
  waiting: FundTransfer | undefined
  onDecided: () => void
  onClose: () => void
}

function TransferDecisionDialog({ asked, waiting, onDecided, onClose }: TransferDecisionDialogProps) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const { isBusy, problem, decide } = useTransferDecision(() => {
    onDecided()
    onClose()
  })
  const { transfer, decision } = asked
  const isYes = decision === 'approve'
  // While this decision is being sent, the list may already drop the transfer: the dialog is not obsolete then.
  const isMoot = !waiting && !isBusy
  return (
    <ConfirmDialog
      title={t(`waiting.${isYes ? 'approve' : transfer.is_own ? 'withdraw' : 'reject'}Title`, {
        amount: formats.shillings(transfer.amount),
      })}
      description={t('fromTo', {
        from: transfer.source.wallet_type_display,
        to: transfer.destination.wallet_type_display,
      })}
      confirm={t(`waiting.${isYes ? 'approve' : transfer.is_own ? 'callOff' : 'reject'}`)}
      tone={isYes ? 'money' : 'danger'}
      isBusy={isBusy}
      isMoot={isMoot}
      problem={isMoot ? t('waiting.decidedMeanwhile') : problem}
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
    >
      {isYes && waiting ? <WhatIsConfirmed transfer={waiting} /> : <AskedBy transfer={transfer} />}
    </ConfirmDialog>
  )
}
