import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { Keycap } from '#components/review/keycap.tsx'
import { sendByKey } from '#components/review/send-by-key.ts'
import { useCaseDecision } from '#components/review/use-case-decision.ts'
import type { CaseList } from '#components/review/use-case-list.ts'
import { useDeskKeys } from '#components/review/use-desk-keys.ts'
import { useMe } from '#components/review/use-queue.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { api } from '#lib/client/http/api.ts'
import type { ReportedComment } from '#lib/contract/comments/calls.ts'
import { REMOVAL_REASON_MAX } from '#lib/contract/comments/constants.ts'

type CommentDecisionProps = {
  cases: CaseList<ReportedComment, ReportedComment['status']>
  item: ReportedComment
}

const templates = ['insult', 'spam', 'private', 'hate'] as const

/** Keep it, or take it away with a reason that its author reads in its place. */
export function CommentDecision({ cases, item }: CommentDecisionProps) {
  const t = useTranslations('Moderation')
  const me = useMe()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const decision = useCaseDecision({ failed: t('decision.failed'), onDecided: () => cases.advance(item.id) })
  const form = useRef<HTMLFormElement>(null)
  const path = { id: item.id }
  const write = (words: string) => {
    setReason(words)
    setMissing(false)
  }
  const keep = () =>
    void decision.send(t('decision.kept'), () =>
      api('POST /users/compliance/reported-comments/{id}/keep/', { path }),
    )
  const isDecidable = item.status === 'open' && item.author.id !== me
  const numbered = templates.map(
    (template, at) => [String(at + 1), () => write(t(`templates.${template}.reason`))] as const,
  )
  useDeskKeys(
    isDecidable
      ? {
          ...Object.fromEntries(numbered),
          a: keep,
          r: () => form.current?.querySelector('textarea')?.focus(),
        }
      : {},
    'dialog',
  )
  if (item.status !== 'open') return <p className="pb-1 text-sm text-soft">{t('decision.decided')}</p>
  if (item.author.id === me) return <p className="pb-1 text-sm text-soft">{t('decision.own')}</p>
  const remove = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() !== '')
      void decision.send(t('decision.removed'), () =>
        api('POST /users/compliance/reported-comments/{id}/remove/', { path, body: { reason } }),
      )
  }
  return (
    <form ref={form} onSubmit={remove} onKeyDown={sendByKey} noValidate method="post" className="grid gap-3">
      <ErrorNote>{decision.problem}</ErrorNote>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('decision.templates')}</legend>
        {templates.map((template, at) => (
          <Button
            key={template}
            aria-keyshortcuts={String(at + 1)}
            onClick={() => write(t(`templates.${template}.reason`))}
          >
            {t(`templates.${template}.word`)} <Keycap>{at + 1}</Keycap>
          </Button>
        ))}
      </fieldset>
      <TextAreaField
        label={t('decision.reason')}
        hint={t('decision.reasonHint')}
        error={isMissing ? t('decision.reasonMissing') : null}
        rows={2}
        maxLength={REMOVAL_REASON_MAX}
        value={reason}
        onChange={({ target }) => write(target.value)}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button aria-busy={decision.isSending} aria-keyshortcuts="a" onClick={keep}>
          {t('decision.keep')} <Keycap>A</Keycap>
        </Button>
        <Button type="submit" tone="danger" aria-busy={decision.isSending} aria-keyshortcuts="r">
          {t('decision.remove')} <Keycap>R</Keycap>
        </Button>
      </div>
    </form>
  )
}
