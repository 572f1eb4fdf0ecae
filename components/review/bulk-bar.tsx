import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { rememberBatch } from '#lib/client/review/decided-together.ts'
import type { DecisionResult } from '#lib/contract/decisions/calls.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { deskAnswers } from './desk-answers.ts'
import { Keycap } from './keycap.tsx'
import type { Explained } from './reason-form.tsx'
import { SelectBox } from './select-box.tsx'
import type { Selection } from './use-selection.ts'
import { type DecisionAction, verbOf } from './verbs.ts'

type BulkBarProps<Row extends { id: string }> = {
  kind: 'track' | 'video' | 'comment' | 'signal'
  selection: Selection<Row>
  titleOf: (row: Row) => string
  /** Actions that are allowed for several rows at once. */
  actions: readonly DecisionAction[]
  explained: Explained
}

/** The server decides each row on its own and returns a result per row. */
export function BulkBar<Row extends { id: string }>(props: BulkBarProps<Row>) {
  const { kind, selection, titleOf, actions } = props
  const t = useTranslations('Review.bulk')
  const client = useQueryClient()
  const { asked, endAsking } = selection
  const [refused, setRefused] = useState<readonly DecisionResult[]>([])
  const { isPending, error, send } = useSend({
    mutationFn: ({ action, reason, ids }: { action: DecisionAction; reason: string; ids: string[] }) =>
      api('POST /users/compliance/decisions/', {
        body: {
          subject_type: kind,
          action: kind === 'comment' && action === 'approve' ? 'keep' : action,
          ids,
          reason,
        },
      }),
    onSuccess: async ({ results }) => {
      const left = results.filter(({ decided }) => !decided)
      rememberBatch(results.flatMap(({ decision_id }) => decision_id ?? []))
      setRefused(left)
      // Unselected, so that an undo does not bring the rows back selected.
      selection.unselect(results.flatMap(({ id, decided }) => (decided ? id : [])))
      if (left.length === 0) endAsking()
      await client.invalidateQueries({ queryKey: deskAnswers.all })
    },
  })
  const close = () => {
    setRefused([])
    endAsking()
  }
  const count = selection.selected.length
  return (
    <fieldset className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-1 gap-y-1 max-md:flex-[1_1_13rem] md:gap-x-3 lg:pointer-fine:min-h-9">
      <legend className="sr-only">{t('label')}</legend>
      <SelectBox isDisabled={selection.isEmpty} isSelected={selection.isWhole} onToggle={selection.toggleAll}>
        <span className="pe-1 md:pe-3">{t('all')}</span>
      </SelectBox>
      <p role="status" className="figures text-sm text-soft">
        {count > 0 ? t('selected', { count }) : ''}
      </p>
      {count > 0
        ? actions.map((action) => (
            <Button
              key={action}
              tone={action === 'reject' ? 'danger' : 'plain'}
              aria-keyshortcuts={action === 'reject' ? 'r' : 'a'}
              onClick={() => selection.ask(action)}
            >
              <span>{t(`actions.${verbOf(kind, action)}`)}</span>
              <Keycap>{action === 'reject' ? 'R' : 'A'}</Keycap>
            </Button>
          ))
        : null}
      {asked && actions.includes(asked.action) ? (
        <BulkDialog
          kind={kind}
          action={asked.action}
          rows={asked.rows.map((row) => ({ id: row.id, title: titleOf(row) }))}
          explained={props.explained}
          isSending={isPending}
          error={error}
          refused={refused}
          onClose={close}
          onSend={(reason) =>
            void send({ action: asked.action, reason, ids: asked.rows.map(({ id }) => id) })
          }
        />
      ) : asked ? (
        <Dialog
          open
          onClose={close}
          title={t('alone.title')}
          description={t(kind === 'signal' ? 'alone.signal' : 'alone.video')}
        >
          <Button size="large" wide onClick={close} className="mt-5">
            {t('close')}
          </Button>
        </Dialog>
      ) : null}
    </fieldset>
  )
}
