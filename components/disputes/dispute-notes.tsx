import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { DisputeDetail } from '#lib/contract/disputes/calls.ts'
import { DISPUTE_TEXT_MAX } from '#lib/contract/disputes/constants.ts'
import { useDisputeWork } from './use-disputes.ts'

export function DisputeNotes({ found: { id, notes, email } }: { found: DisputeDetail }) {
  const t = useTranslations('AdminDisputes.notes')
  const formats = useFormats()
  const work = useDisputeWork()
  const [text, setText] = useState('')
  const send = async (kind: 'note' | 'message') => {
    if (await work.note(id, { kind, text })) setText('')
  }
  return (
    <section aria-labelledby="dispute-notes">
      <h3 id="dispute-notes" className="text-lg">
        {t('title')}
      </h3>
      {notes.length === 0 ? (
        <p className="mt-1 text-soft">{t('none')}</p>
      ) : (
        <ul className="mt-2 grid gap-2">
          {notes.map((note) => (
            <li key={`${note.at} ${note.kind}`} className="rounded-2xl bg-sunken px-4 py-3">
              <p className="text-sm text-soft">
                <span className="font-semibold">{t(`kinds.${note.kind}`)}</span> · {note.by} ·{' '}
                <time dateTime={note.at} className="figures">
                  {formats.moment(note.at)}
                </time>
              </p>
              <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 grid gap-3">
        <TextAreaField
          label={t('text')}
          hint={t(email ? 'mailed' : 'onPage')}
          error={work.fields.text}
          maxLength={DISPUTE_TEXT_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <ErrorNote>{work.problem}</ErrorNote>
        <div className="flex flex-wrap gap-2">
          <BusyButton isBusy={work.isBusy} onClick={() => void send('note')}>
            {t('addNote')}
          </BusyButton>
          <BusyButton tone="money" isBusy={work.isBusy} onClick={() => void send('message')}>
            {t('write')}
          </BusyButton>
        </div>
      </div>
    </section>
  )
}
