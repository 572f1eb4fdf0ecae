import { useTranslations } from 'next-intl'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { CashJournal } from '#lib/contract/cash/calls.ts'
import type { CashDecision } from './decide-journal.tsx'
import { useCashWords } from './use-cash-words.ts'

export type AskedDecision = { journal: CashJournal; decision: CashDecision }
type Ask = (asked: AskedDecision) => void

export function useJournalColumns(onAsk: Ask): StaffColumn<CashJournal>[] {
  const t = useTranslations('AdminBooks')
  const formats = useFormats()
  const words = useCashWords()
  return [
    { id: 'what', head: t('columns.what'), cell: (journal) => <What journal={journal} onAsk={onAsk} /> },
    {
      id: 'amount',
      head: t('columns.amount'),
      align: 'end',
      width: 'w-34',
      cell: ({ amount, status }) => (
        <span className={cn('figures font-semibold max-md:text-sm', status === 'rejected' && 'line-through')}>
          {formats.shillings(amount)}
        </span>
      ),
    },
    {
      id: 'when',
      head: t('columns.when'),
      notOnPhone: true,
      width: 'md:w-38 ps-6!',
      cell: (journal) => <span className="figures text-sm">{words.when(journal)}</span>,
    },
    {
      id: 'who',
      head: t('columns.who'),
      notOnPhone: true,
      wideOnly: true,
      width: 'w-36',
      cell: (journal) => <Who journal={journal} />,
    },
    {
      id: 'status',
      head: t('columns.status'),
      notOnPhone: true,
      width: 'md:w-56',
      cell: (journal) => (
        <span className="flex flex-wrap items-center justify-between gap-x-2">
          <Status journal={journal} />
          <Actions journal={journal} onAsk={onAsk} />
        </span>
      ),
    },
  ]
}

function What({ journal, onAsk }: { journal: CashJournal; onAsk: Ask }) {
  const words = useCashWords()
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{words.title(journal)}</span>
        <span className="text-sm">{words.route(journal)}</span>
      </span>
      <span className="figures block text-sm text-soft wrap-anywhere xl:line-clamp-1">
        {[journal.reference, journal.evidence, journal.note].filter(Boolean).join(' · ')}
      </span>
      <span className="mt-1 block text-sm xl:hidden">
        <Who journal={journal} />
      </span>
      <span className="mt-1 block md:hidden">
        <span className="figures block text-sm text-soft">{words.when(journal)}</span>
        <Status journal={journal} />
        <Actions journal={journal} onAsk={onAsk} />
      </span>
    </>
  )
}

function Who({ journal: { kind, proposed_by, decided_by, status } }: { journal: CashJournal }) {
  const t = useTranslations('AdminBooks.who')
  const decided =
    decided_by === null || status === 'waiting'
      ? null
      : decided_by === proposed_by
        ? t('withdrawn')
        : t(status === 'rejected' ? 'rejected' : 'confirmed', { name: decided_by })
  return (
    <span className="text-sm wrap-anywhere">
      {proposed_by ?? t(kind === 'opening' ? 'system' : 'statement')}
      {decided ? <span className="block text-soft">{decided}</span> : null}
    </span>
  )
}

function Status({ journal: { status, reversed_by } }: { journal: CashJournal }) {
  const t = useTranslations('AdminBooks')
  return (
    <span
      className={cn(
        'block text-sm font-semibold',
        status === 'waiting' && 'text-drum',
        status === 'confirmed' && 'text-leaf',
        status === 'rejected' && 'text-soft',
      )}
    >
      {t(`statuses.${status}`)}
      {reversed_by ? (
        <span className="figures block font-normal text-soft">
          {t('reversedBy', { reference: reversed_by })}
        </span>
      ) : null}
    </span>
  )
}

function Actions({ journal, onAsk }: { journal: CashJournal; onAsk: Ask }) {
  const t = useTranslations('AdminBooks')
  const { status, can_confirm, can_reverse, is_own, is_proposer_gone, reference } = journal
  const button = (decision: CashDecision, key: 'confirm' | 'reject' | 'withdraw' | 'reverse') => (
    <Button
      size="snug"
      tone={decision === 'confirm' ? 'money' : decision === 'reverse' ? 'quiet' : 'plain'}
      className={cn(decision === 'reverse' && '-ms-4')}
      aria-label={t('actions.named', { action: t(`actions.${key}`), reference })}
      onClick={() => onAsk({ journal, decision })}
    >
      {t(`actions.${key}`)}
    </Button>
  )
  if (status === 'confirmed') return can_reverse ? button('reverse', 'reverse') : null
  if (status === 'rejected') return null
  return (
    <>
      {can_confirm ? null : (
        <span className="block text-sm text-soft">
          {t(`waits.${is_proposer_gone ? 'gone' : is_own ? 'own' : 'notTwo'}`)}
        </span>
      )}
      <span className="flex flex-wrap gap-2 max-md:mt-1">
        {can_confirm ? button('confirm', 'confirm') : null}
        {button('reject', is_own ? 'withdraw' : 'reject')}
      </span>
    </>
  )
}
