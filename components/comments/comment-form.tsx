import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import type { CommentDraft } from '#lib/client/comments/comment-draft.ts'
import { useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { COMMENT_MAX } from '#lib/contract/comments/constants.ts'

/** From this length the form shows how many characters are left. */
const TELL_FROM = 400

type CommentFormProps = { draft: CommentDraft; onPost: (text: string) => Promise<void> }

/** The draft survives the end of the session. */
export function CommentForm({ draft, onPost }: CommentFormProps) {
  const t = useTranslations('Comments')
  const formats = useFormats()
  const { form, isBusy, formProps, field } = useApiForm({
    defaultValues: { text: useState(draft.read)[0] },
    toBody: ({ text }) => ({ text: text.trim() }),
    schema: async () => (await import('#lib/contract/comments/calls.ts')).postComment.body,
    sentence: (_, { code }) => {
      if (code === 'too_big') return t('tooLong', { most: COMMENT_MAX })
      return code === 'too_small' ? t('blank') : undefined
    },
    isRepeatable: true,
    send: async ({ text }) => {
      await onPost(text)
      // Text typed during the call belongs to the next comment.
      if (form.getValues('text')?.trim() === text) form.resetField('text', { defaultValue: '' })
      showToast({ title: t('posted'), tone: 'good' })
    },
    refuse: (error) => ({ fields: { text: error instanceof ApiError ? error.message : t('postFailed') } }),
  })
  const text = useWatch({ control: form.control, name: 'text' }) ?? ''
  useEffect(() => draft.keep(text), [draft, text])
  const left = COMMENT_MAX - text.trim().length

  return (
    <form {...formProps}>
      <TextAreaField label={t('yourComment')} hint={t('publicHint')} rows={3} {...field('text')} />
      <div className="mt-3 flex items-center justify-end gap-4">
        {text.length > TELL_FROM ? (
          <p
            role="status"
            className={cn('figures text-sm', left < 0 ? 'font-semibold text-alarm' : 'text-soft')}
          >
            {left < 0
              ? t('over', { count: -left, shown: formats.count(-left) })
              : t('left', { count: left, shown: formats.count(left) })}
          </p>
        ) : null}
        <Button type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {isBusy ? t('sending') : t('post')}
        </Button>
      </div>
    </form>
  )
}
