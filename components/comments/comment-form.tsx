'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { COMMENT_MAX } from '#lib/contract/comments/constants.ts'

/** From here on the reader is told how much is left. */
const TELL_FROM = 400

/** A comment to write. What was typed stays until it is there. */
export function CommentForm({ onPost }: { onPost: (text: string) => Promise<void> }) {
  const t = useTranslations('Comments')
  const formats = useFormats()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const left = COMMENT_MAX - text.trim().length

  async function post(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    if (text.trim() === '') return setError(t('blank'))
    if (left < 0) return setError(t('tooLong', { most: COMMENT_MAX }))
    setSending(true)
    setError(null)
    try {
      await onPost(text.trim())
      setText('')
      showToast({ title: t('posted'), tone: 'good' })
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : t('postFailed'))
    } finally {
      setSending(false)
    }
  }

  return (
    <form onSubmit={post} noValidate>
      <TextAreaField
        label={t('yourComment')}
        hint={t('publicHint')}
        error={error}
        name="comment"
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-3 flex items-center justify-end gap-4">
        {text.length > TELL_FROM ? (
          <p
            role="status"
            className={`figures text-sm ${left < 0 ? 'font-semibold text-alarm' : 'text-soft'}`}
          >
            {left < 0
              ? t('over', { count: -left, shown: formats.count(-left) })
              : t('left', { count: left, shown: formats.count(left) })}
          </p>
        ) : null}
        <Button type="submit" aria-busy={isSending} aria-disabled={isSending}>
          {isSending ? t('sending') : t('post')}
        </Button>
      </div>
    </form>
  )
}
