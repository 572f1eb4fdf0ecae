import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { rememberBatch } from '#lib/client/review/decided-together.ts'
import type { DecisionResult } from '#lib/contract/decisions/calls.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { deskAnswers } from './desk-answers.ts'
import { SelectBox } from './select-box.tsx'
import type { Selection } from './use-selection.ts'

export type BulkAction = 'approve' | 'reject' | 'keep'

type BulkBarProps<Row extends { id: string }> = {
  kind: 'track' | 'video' | 'comment'
  selection: Selection<Row>
  titleOf: (row: Row) => string
  actions: readonly BulkAction[]
  /** Sentences to begin a reason with. */
  templates?: readonly string[]
  reasonMissing?: string
  /** Further answers that are asked for again. */
  answers?: readonly string[]
}

/** Chooses all of a page, and decides about what is chosen: each by itself on the server, with a result for each. */
export function BulkBar<Row extends { id: string }>(props: BulkBarProps<Row>) {
  const { kind, selection, titleOf, actions } = props
  const t = useTranslations('Review.bulk')
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ action: BulkAction; rows: readonly Row[] } | null>(null)
  const [refused, setRefused] = useState<readonly DecisionResult[]>([])
  const { isPending, error, send } = useSend({
    mutationFn: ({ action, reason, ids }: { action: BulkAction; reason: string; ids: string[] }) =>
      api('POST /users/compliance/decisions/', { body: { subject_type: kind, action, ids, reason } }),
    onSuccess: async ({ results }) => {
      const left = results.filter(({ decided }) => !decided)
      rememberBatch(results.flatMap(({ decision_id }) => decision_id ?? []))
      setRefused(left)
      if (left.length === 0) setAsked(null)
      await client.invalidateQueries({ queryKey: deskAnswers.all })
      if (props.answers) await client.invalidateQueries({ queryKey: props.answers })
    },
  })
  const count = selection.selected.length
  return (
    <fieldset className="order-1 flex min-h-11 basis-full flex-wrap items-center gap-x-3 gap-y-1">
      <legend className="sr-only">{t('label')}</legend>
      <SelectBox isSelected={selection.isWhole} onToggle={selection.toggleAll}>
        <span className="pe-3">{t('all')}</span>
      </SelectBox>
      <p role="status" className="figures text-sm text-soft">
        {count > 0 ? t('selected', { count }) : ''}
      </p>
      {count > 0
        ? actions.map((action) => (
            <Button
              key={action}
              tone={action === 'reject' ? 'danger' : 'plain'}
              onClick={() => {
                setRefused([])
                setAsked({ action, rows: selection.selected })
              }}
            >
              {t(`actions.${action}`)}
            </Button>
          ))
        : null}
      {asked ? (
        <BulkDialog
          action={asked.action}
          rows={asked.rows.map((row) => ({ id: row.id, title: titleOf(row) }))}
          templates={asked.action === 'reject' ? (props.templates ?? []) : []}
          reasonMissing={props.reasonMissing ?? ''}
          isSending={isPending}
          error={error}
          refused={refused}
          onClose={() => setAsked(null)}
          onSend={(reason) =>
            void send({ action: asked.action, reason, ids: asked.rows.map(({ id }) => id) })
          }
        />
      ) : null}
    </fieldset>
  )
}
