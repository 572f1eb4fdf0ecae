import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Keycap } from '#components/review/keycap.tsx'
import { NOTE_FORM, NoteForm } from '#components/review/note-form.tsx'
import { useCaseDecision } from '#components/review/use-case-decision.ts'
import type { CaseList } from '#components/review/use-case-list.ts'
import { useDeskKeys } from '#components/review/use-desk-keys.ts'
import { useDrafts } from '#components/review/use-drafts.ts'
import { useMe } from '#components/review/use-queue.ts'
import { useSettled } from '#components/review/use-settled.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { api } from '#lib/client/http/api.ts'
import type { ReportedComment } from '#lib/contract/comments/calls.ts'
import { REMOVAL_REASON_MAX } from '#lib/contract/comments/constants.ts'

const templates = ['insult', 'spam', 'private', 'hate'] as const

/** Keep a comment, or take it away with a reason that its author reads in its place. */
export function useCommentDecision(
  cases: CaseList<ReportedComment, ReportedComment['status']>,
  item: ReportedComment,
) {
  const t = useTranslations('Moderation')
  const me = useMe()
  const isSettled = useSettled(item.id)
  const { draft, change } = useDrafts(item.id)
  const [unreasoned, setUnreasoned] = useState<string | null>(null)
  const { isSending, problem, send } = useCaseDecision({
    id: item.id,
    failed: t('decision.failed'),
    onDecided: () => cases.advance(item.id),
  })
  const area = useRef<HTMLTextAreaElement>(null)
  const path = { id: item.id }
  const write = (reason: string) => {
    change({ reason })
    setUnreasoned(null)
  }
  const keep = () => {
    // Nothing undoes it: a second press that was meant for the comment before must not keep one that nobody has read.
    if (!isSettled) return
    send(t('decision.kept'), () => api('POST /users/compliance/reported-comments/{id}/keep/', { path }))
  }
  const remove = () => {
    const reason = draft.reason.trim()
    setUnreasoned(reason === '' ? item.id : null)
    if (reason === '') return area.current?.focus()
    if (!isSettled) return
    send(t('decision.removed'), () =>
      api('POST /users/compliance/reported-comments/{id}/remove/', { path, body: { reason } }),
    )
  }
  const refusal =
    item.status !== 'open' ? t('decision.decided') : item.author.id === me ? t('decision.own') : null
  const numbered = templates.map(
    (template, at) => [String(at + 1), () => write(t(`templates.${template}.reason`))] as const,
  )
  useDeskKeys(
    refusal === null ? { ...Object.fromEntries(numbered), a: keep, r: () => area.current?.focus() } : {},
    'dialog',
  )
  return {
    /** Why nothing can be decided; null where it can. */
    refusal,
    reason: draft.reason,
    isMissing: unreasoned === item.id,
    isSettled,
    area,
    write,
    keep,
    remove,
    isSending,
    problem,
  }
}

type CommentDecision = ReturnType<typeof useCommentDecision>

/** Why it is taken away, in words that its author reads; a template by its number to begin with. */
export function RemovalReason({ decision }: { decision: CommentDecision }) {
  const t = useTranslations('Moderation')
  if (decision.refusal !== null) return null
  return (
    <NoteForm
      area={decision.area}
      label={t('decision.reason')}
      hint={t('decision.reasonHint')}
      error={decision.isMissing ? t('decision.reasonMissing') : null}
      maxLength={REMOVAL_REASON_MAX}
      value={decision.reason}
      onChange={decision.write}
      onSubmit={decision.remove}
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('decision.templates')}</legend>
        {templates.map((template, at) => (
          <Button
            key={template}
            aria-keyshortcuts={String(at + 1)}
            onClick={() => decision.write(t(`templates.${template}.reason`))}
          >
            {t(`templates.${template}.word`)} <Keycap>{at + 1}</Keycap>
          </Button>
        ))}
      </fieldset>
    </NoteForm>
  )
}

/** The two buttons, which stay in view. */
export function CommentBar({ decision }: { decision: CommentDecision }) {
  const t = useTranslations('Moderation')
  if (decision.refusal !== null) return <p className="pb-1 text-sm text-soft">{decision.refusal}</p>
  return (
    <div className="grid gap-2">
      <ErrorNote>{decision.problem}</ErrorNote>
      <div className="grid grid-cols-2 gap-2">
        <Button
          disabled={!decision.isSettled}
          aria-busy={decision.isSending}
          aria-keyshortcuts="a"
          onClick={decision.keep}
        >
          {t('decision.keep')} <Keycap>A</Keycap>
        </Button>
        <Button
          form={NOTE_FORM}
          type="submit"
          tone="danger"
          disabled={!decision.isSettled}
          aria-busy={decision.isSending}
          aria-keyshortcuts="r"
        >
          {t('decision.remove')} <Keycap>R</Keycap>
        </Button>
      </div>
    </div>
  )
}
